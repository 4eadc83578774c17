# frozen_string_literal: true

module Cachemark
  module Stats
    # One cell as reports print it. Times are Float ns per call; status is "ok",
    # "invalid", "unavailable" or "failed", and only "ok" carries figures.
    # `wall_ns` is an estimate that disturbed blocks do not move, `mean_ns` all the time by all the calls;
    # in a concurrent mode the time that passed by the calls of all workers. `in_flight` is {seen:, of:},
    # how many calls waited at once. `reached` is false for a cell that the run did not come to before it ended;
    # `identical` are contenders with the same code and options.
    Row = Value.define(
      :contender, :client, :scenario, :mode, :status,
      notation: nil, label: nil, section: nil, shown: true, reached: true, identical: [].freeze,
      reason: nil, footnotes: [].freeze,
      version: nil, runtime: nil, versions: {}.freeze, file: nil, digest: nil,
      calls: nil, iterations: nil, processes: 0, blocks: 0,
      wall_ns: nil, interval: nil, mean_ns: nil, pass_ns: nil, user_ns: nil, system_ns: nil, cpu_s: nil, fastest_ns: nil,
      socket_ratio: nil, socket_ratio_interval: nil, allocations: nil, gc_share: nil,
      hits: nil, misses: nil, latencies: nil, in_flight: nil
    ) do
      # Whether the row has figures.
      #
      #: () -> bool
      def ok? = status == "ok"

      # Whether all of these iterations were measured, and no other.
      #
      #: (Integer) -> bool
      def measured?(iterations) = ok? && self.iterations == iterations

      # Calls a second, of all workers; nil without figures.
      #
      #: () -> Float?
      def calls_per_s = wall_ns && (1e9 / wall_ns)

      # CPU time of a call, the user's and the system's; nil where a runtime does not report it.
      #
      #: () -> Float?
      def cpu_ns = user_ns && system_ns && (user_ns + system_ns)

      # Half the width of the interval of the time, as a share (0.01 is 1 %); nil without an interval.
      #
      #: () -> Float?
      def precision = Row.half_width(interval)

      # The same of socket_ratio: what `--until 1%` looks at.
      #
      #: () -> Float?
      def socket_ratio_precision = Row.half_width(socket_ratio_interval)
    end

    # Members that no document has: they decide what a report shows.
    Row::INTERNAL = %i[shown reached identical].freeze

    class << Row
      # Half the width of an interval around a ratio or a cost, as a share.
      #
      #: ([Float, Float]?) -> Float?
      def half_width(interval)
        interval && (Math.sqrt(interval.last / interval.first) - 1)
      end

      # What every row says, of whatever table, measured or not: what the cell is called, under which heading, and on
      # what it ran by its own process's report.
      #
      #: (Hash, Evidence) -> Hash[Symbol, Object]
      def head(cell, evidence)
        { contender: cell["contender"], notation: cell["notation"], client: cell["client"], scenario: cell["scenario"],
          mode: cell["mode"], label: cell["label"] || "#{cell["contender"]}:#{cell["scenario"]}", section: cell["section"],
          shown: cell.fetch("shown", true), calls: cell["calls"], **origin(evidence.process(cell), evidence.environment(cell)) }
      end

      private

      def origin(process, environment)
        { version: process["version"], runtime: process["runtime"] || environment.dig("runtime", "description"),
          file: process["file"], digest: process["digest"], versions: environment["gems"] || {} }
      end
    end
  end
end
