# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # The answer of an open loop: how far each client went under a limit, or else which clients kept up.
      class OpenLoop
        #: (Stats::OpenLoop) -> void
        def initialize(table)
          @table = table
          @names = Labels.new(table.shown)
        end

        # A sentence for each cell under a limit, or one for all; none where nothing was sent.
        #
        #: () -> Array[String]
        def answer
          return highest.map { |line| "#{line}." } if @table.highest.any?

          sent = @table.listed.select { |row| row.ok? && row.rate }
          sent.any? ? [kept_up(sent)] : []
        end

        private

        def highest
          several = @table.highest.map { |one| [one.section, one.contender] }.uniq.size > 1
          @table.highest.map do |one|
            "#{several ? @names.published(one) : @names.short(one)}: #{held(one, limit(one.slo_ns))}"
          end
        end

        # "under 1 ms"
        def limit(ns)
          size, unit = Figures.unit(ns)
          "under #{Figures.number(ns / size).sub(/\.?0+\z/, "")} #{unit}"
        end

        def held(one, limit)
          return "no rate held p99 #{limit} (#{stopped(one)})" unless one.rate

          text = "#{Figures.rate(one.rate)} is the highest rate that held p99 #{limit}"
          return "#{text}, and the highest that was tried" unless one.stopped_at

          again = one.beyond.map { |beyond| Figures.rate(beyond) }.join(", ")
          "#{text} (#{[stopped(one), *("#{again} held again" unless again.empty?)].join("; ")})"
        end

        def kept_up(sent)
          behind = sent.select(&:fell_behind).group_by { |row| [row.contender, row.scenario, row.mode] }.values.map(&:first)
          return "Every client kept up with every rate, up to #{Figures.rate(sent.map(&:rate).max)}." if behind.empty?

          text = behind.map { |row| "#{@names.published(row)} fell behind at #{Figures.rate(row.rate)}" }
          "#{text.join(", ")}; all others kept up."
        end

        def stopped(one) = "#{Figures.rate(one.stopped_at)}: #{one.stopped_by}"
      end
    end
  end
end
