# frozen_string_literal: true

module Cachemark
  module Live
    # What a line of a live table says.
    module Entry
      class << self
        # A row of `run`: label, cost, how well it is known, x of the reference; of an open loop rate, what was
        # sent and percentiles.
        #
        #: (Stats::Row | Stats::OpenLoop::Row) -> String
        def row(row)
          return at_rate(row) if row.is_a?(Stats::OpenLoop::Row)

          cost = row.wall_ns ? format("%.2f us", row.wall_ns / 1000) : row.status
          precision = row.precision ? format("± %.1f %%", row.precision * 100) : ""
          ratio = row.socket_ratio ? format("%.2f x", row.socket_ratio) : ""
          format("  %-46s %11s %9s %8s", label(row)[0, 46], cost, precision, ratio)
        end

        # Lines of `compare` and `gate`: cell, verdict so far, effect with its interval, pairs.
        #
        #: (Array[Stats::Verdict]) -> Array[String]
        def verdicts(verdicts)
          names = Report::Verdicts::Names.new(verdicts)
          several = verdicts.map(&:contender).uniq.size > 1
          verdicts.map do |verdict|
            name = several ? "#{verdict.contender}:#{names.full(verdict)}" : names.full(verdict)
            format("  %-30s %-12s %22s %4d pairs", name[0, 30], Report::Effects.verdict(verdict.verdict),
                   Report::Effects.of(verdict.effect, verdict.interval), verdict.pairs)
          end
        end

        private

        def label(row) = Report::Labels.new([row]).published(row)

        def at_rate(row)
          words = Report::OpenLoop::Words
          format("  %-40s %10s %10s %12s %12s", label(row)[0, 40], words.rate(row.rate), words.sent(row),
                 words.percentile(row, :p50_ns), words.percentile(row, :p99_ns))
        end
      end
    end
  end
end
