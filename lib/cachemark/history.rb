# frozen_string_literal: true

module Cachemark
  # Records that are kept, and what a client has cost over time: `Store` is what other rooms use. The records are the
  # truth; of each only the last line is read, and the index over them can be made again from them alone.
  module History
    # A sort key for versions: releases by their numbers, and any other name before them.
    #: (String?) -> Array[Object]
    def self.place_of(version)
      release = version.to_s.match?(/\S/) && Gem::Version.correct?(version)
      release ? [1, Gem::Version.new(version)] : [0, version.to_s]
    end

    # One record that is kept: `id` names it, `path` is its copy. `started_at` is ISO 8601 in UTC, `machine` a digest of
    # what makes figures comparable, `figures` how many costs it has.
    Entry = Value.define(:id, :path, :started_at, :command, :suite, :version, :machine, :server, :placement,
                         machine_description: "", governor: nil, conditions: "", outcome: nil, figures: 0)

    # One cost of one entry: Float ns per call, intervals or nil, as in Stats::Row; `at` is when its run began.
    Point = Value.define(:entry_id, :at, :version, :contender, :notation, :wall_ns, :interval, :socket_ratio,
                         :socket_ratio_interval) do
      # Half the width of the interval of the time, as a share; nil without one.
      #: () -> Float?
      def precision = Stats::Row.half_width(interval)
    end

    # Points of one series that are comparable, the oldest first. Another machine, server, placement, runtime, condition
    # or definition of the scenario (its digest) makes another line. `count`: of how many points these are the last.
    Line = Value.define(:machine, :server, :placement, :points, machine_description: "", runtime: "", conditions: "",
                                                                definition: "", count: 0)

    # Where a series moved: between the points `from` and `to`, by `effect` (cost ratio - 1, of the means before and after)
    # with a 95 % `interval`, in the `metric` "wall_ns" or "socket_ratio"; `p` is how often chance does as much.
    # `surroundings`: the socket moved alike, so that the cause was the machine and not the client; `carried`: the two points are
    # in different lines, so that the cause may be the machine or the server.
    Change = Value.define(:client, :options, :scenario, :mode, :metric, :from, :to, :effect, :interval, :p,
                          surroundings: false, carried: false) do
      # "slower" or "faster".
      #: () -> String
      def direction = effect.positive? ? "slower" : "faster"
    end

    # One series as it is looked at: its lines, and where it moved.
    Trend = Value.define(:client, :options, :scenario, :mode, :lines, :changes)

    # The changes of a history, its numbers of series and entries, and from when on (ISO 8601), or nil for all of it.
    Review = Value.define(:changes, :series, :entries, since: nil)

    # The result of reading all records again: `skipped` are [file, reason].
    Rebuilt = Value.define(:entries, :skipped)
  end
end
