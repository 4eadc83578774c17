# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # Long CSV of latencies at rates: a line is one figure of one cell at one rate.
      class Tidy < Report::Tidy
        UNITS = { achieved: "calls/s", utilisation: "share", late_p99_ns: "ns", late_max_ns: "ns" }.freeze

        private

        def identity_names = [*IDENTITY, :rate, :fell_behind]

        def figures(row)
          [*UNITS.map { |name, unit| [name, unit, row[name]] }, *percentiles(row)].select { |_, _, value| value }
        end

        def percentiles(row)
          (row.percentiles || {}).map do |name, value|
            [name == :count ? name : "latency_#{name}", name == :count ? "calls" : "ns", value, *row.intervals&.fetch(name, nil)]
          end
        end
      end
    end
  end
end
