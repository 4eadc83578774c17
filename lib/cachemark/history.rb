# frozen_string_literal: true

module Cachemark
  # Stored records, and the cost of a client over time. Other folders use `Store`. The records are the source of truth. Only
  # the last line of each is read, and the index of all can be rebuilt from the records alone.
  module History
    # A sort key for versions: releases by their numbers, after all other names.
    #: (String?) -> Array[Object]
    def self.place_of(version)
      release = version.to_s.match?(/\S/) && Gem::Version.correct?(version)
      release ? [1, Gem::Version.new(version)] : [0, version.to_s]
    end

    # A stored record. `id` names it, `path` is its copy. `started_at` is ISO 8601 in UTC, `machine` a digest of the facts
    # that make figures comparable, `figures` the number of its costs.
    Entry = Value.define(:id, :path, :started_at, :command, :suite, :version, :machine, :server, :placement,
                         machine_description: "", governor: nil, conditions: "", outcome: nil, figures: 0)

    # A cost in an entry: Float ns per call, intervals or nil, as in Stats::Row. `at` is the start of its run.
    Point = Value.define(:entry_id, :at, :version, :contender, :notation, :wall_ns, :interval, :socket_ratio,
                         :socket_ratio_interval) do
      # Half the width of the interval of the time, as a share; nil without one.
      #: () -> Float?
      def precision = Stats::Row.half_width(interval)

      # The interval of the time for a comparison with another run. By method 1, it is known for one run only.
      #: (Integer) -> [Float, Float]?
      def interval_over_runs(time_method)
        return interval unless interval && time_method == 1

        low, high = interval.map { |bound| Math.hypot(Math.log(bound / wall_ns), Stats::Cost::BETWEEN_RUNS) }
        [wall_ns * Math.exp(-low), wall_ns * Math.exp(high)]
      end
    end

    # Comparable points of a series, the oldest first. Another machine, server, placement, runtime, condition, meaning of
    # times (Stats::TimeMethod) or definition of the scenario (its digest) makes another line. `count`: the total number of
    # points, of which these are the last.
    Line = Value.define(:machine, :server, :placement, :points, machine_description: "", runtime: "", conditions: "",
                                                                time_method: 1, definition: "", count: 0)

    # A change of a series between the points `from` and `to`.
    #
    # - `effect`: cost ratio - 1, of the means before and after, with a 95 % `interval`.
    # - `metric`: "wall_ns" or "socket_ratio".
    # - `p`: the probability of such a change by chance.
    # - `time_method`: that of its lines.
    # - `surroundings`: socket changed in the same way, so that the cause was the machine and not the client.
    # - `carried`: the two points are in different lines, so that the cause may be the machine or the server.
    Change = Value.define(:client, :options, :scenario, :mode, :metric, :from, :to, :effect, :interval, :p,
                          time_method: 1, surroundings: false, carried: false) do
      # "slower" or "faster".
      #: () -> String
      def direction = effect.positive? ? "slower" : "faster"
    end

    # A series with its lines and changes.
    Trend = Value.define(:client, :options, :scenario, :mode, :lines, :changes)

    # The changes of a history, its numbers of series and entries, and the start of the period (ISO 8601), or nil for all of
    # it.
    Review = Value.define(:changes, :series, :entries, since: nil)

    # The result of a rebuild from all records: `skipped` are [file, reason].
    Rebuilt = Value.define(:entries, :skipped)
  end
end
