# frozen_string_literal: true

module Cachemark
  module Stats
    class OpenLoop
      # One cell at one rate. `rate` and `achieved` are calls a second, `utilisation` the share of the time in which a
      # call was under way, `late_*` what calls waited for the sender alone. `percentiles` are latencies from the times at
      # which calls were due; `intervals` has one for each of them, over processes. A cell without a speed has one row.
      Row = Value.define(
        :contender, :client, :scenario, :mode, :status,
        notation: nil, label: nil, section: nil, shown: true, reason: nil, footnotes: [].freeze,
        version: nil, runtime: nil, versions: {}.freeze, file: nil, digest: nil, calls: nil,
        rate: nil, achieved: nil, fell_behind: nil, utilisation: nil, late_p99_ns: nil, late_max_ns: nil,
        processes: 0, blocks: 0, percentiles: nil, intervals: nil
      ) do
        # Whether the row has figures.
        #
        #: () -> bool
        def ok? = status == "ok"

        # The time under which 99 % of the calls stayed; nil where that is not known.
        #
        #: () -> Integer?
        def p99_ns = percentiles && percentiles[:p99_ns]

        # Whether it kept up with the rate and 99 % of its calls stayed under a time.
        #
        #: (Integer) -> bool
        def held?(slo_ns) = ok? && !fell_behind && !p99_ns.nil? && p99_ns <= slo_ns
      end
    end
  end
end
