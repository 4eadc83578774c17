# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # A row's figures as people read them; an absent one is an empty String.
      module Words
        class << self
          # "5,000/s".
          #
          #: (Numeric?) -> String
          def rate(number) = number ? "#{Figures.count(number)}/s" : ""

          # "5,000/s", or the status of a row without figures.
          #
          #: (Stats::OpenLoop::Row) -> String
          def sent(row) = row.ok? ? rate(row.achieved) : row.status

          # One of a row's percentiles by its name there: "61.20 us"; what did not fit into its 32 bits is at least so long.
          #
          #: (Stats::OpenLoop::Row, Symbol) -> String
          def percentile(row, name)
            ns = row.percentiles && row.percentiles[name]
            "#{"> " if ns == Stats::OpenLoop::Rows::Sender::FULL}#{Figures.time(ns)}"
          end

          # The p99 with its interval: "310.2 us [290, 345]".
          #
          #: (Stats::OpenLoop::Row) -> String
          def p99(row)
            interval = row.intervals && row.intervals[:p99_ns]
            [percentile(row, :p99_ns), (within(row.p99_ns, interval) if interval)].compact.join(" ")
          end

          # One sentence for each cell of a sweep: how far it went.
          #
          #: (Stats::OpenLoop) -> Array[String]
          def highest(table)
            several = table.highest.map { |one| [one.section, one.contender] }.uniq.size > 1
            names = Labels.new(table.shown)
            table.highest.map do |one|
              name = several ? names.published(one) : names.short(one)
              "#{name}: #{held(one, limit(one.slo_ns))}"
            end
          end

          # What was found, in a sentence or one for each cell: how far each went under a limit, else who kept up. nil where
          # nothing was sent.
          #
          #: (Stats::OpenLoop) -> String?
          def answer(table)
            return highest(table).map { |line| "#{line}." }.join("\n") if table.highest.any?

            sent = table.listed.select { |row| row.ok? && row.rate }
            behind = sent.select(&:fell_behind).group_by { |row| [row.contender, row.scenario, row.mode] }.values.map(&:first)
            kept_up(sent, behind, Labels.new(table.shown)) if sent.any?
          end

          # "under 1 ms".
          #
          #: (Integer) -> String
          def limit(ns)
            size, unit = size(ns)
            "under #{Figures.number(ns / size).sub(/\.?0+\z/, "")} #{unit}"
          end

          private

          def held(one, limit)
            return "no rate held p99 #{limit} (#{stopped(one)})" unless one.rate

            told = "#{rate(one.rate)} is the highest rate that held p99 #{limit}"
            return "#{told}, and the highest that was tried" unless one.stopped_at

            again = one.beyond.map { |beyond| rate(beyond) }.join(", ")
            "#{told} (#{[stopped(one), *("#{again} held again" unless again.empty?)].join("; ")})"
          end

          def kept_up(sent, behind, names)
            return "Every rate was kept up with, up to #{rate(sent.map(&:rate).max)}." if behind.empty?

            told = behind.map { |row| "#{names.published(row)} fell behind at #{rate(row.rate)}" }
            "#{told.join(", ")}; the rest was kept up with."
          end

          def stopped(one) = "#{rate(one.stopped_at)}: #{one.stopped_by}"

          # In the unit of the figure itself, three digits each.
          def within(ns, interval)
            bounds = interval.map { |bound| bound / size(ns).first.to_f }
            "[#{bounds.map { |bound| format(bound < 10 ? "%.2f" : "%.0f", bound) }.join(", ")}]"
          end

          def size(ns) = Figures::UNITS.find { |size, _unit| ns >= size } || Figures::UNITS.last
        end
      end
    end
  end
end
