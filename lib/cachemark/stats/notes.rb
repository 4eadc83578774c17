# frozen_string_literal: true

module Cachemark
  module Stats
    # The sentences that every report of a run has to carry.
    module Notes
      SEQUENTIAL = "intervals stay valid under peeking (--until): wider than those of a run of fixed length"
      FEW = "no interval where a row has fewer than #{Interval::FEWEST} fresh processes".freeze
      CONCURRENT = "in a concurrent mode a time per call is the time that passed by the calls of all workers; how long single " \
                   "calls took is another thing (--latencies)"
      PAIRS = "over pairs every time includes a reading of the clock for each call"
      LATENCIES = "every time includes a reading of the clock for each call (--latencies)"
      TWO_CORES = "sender and server have a core each (two-core): these are no costs, which are measured on one core"
      STEAL_PERCENT = 1
      # Half an interval beyond which a figure says too little to be read.
      VAGUE = 0.5

      class << self
        #: (Record, Array[Row]) -> Array[String]
        def of(record, rows)
          [*record.run.dig("suite", "notes"), calibration(record.run), outcome(record.ending), *unmeasured(record, rows),
           record.ending["broken_off"], placement(record.run["placement"] || {}), steal(record.ending),
           foreign(record.run["server"] || {}),
           shared(record.run["server"] || {}), *unreferenced(rows), busy(record.run["machine"] || {}), vague(rows),
           (CONCURRENT if record.cells.any? { |cell| cell["mode"] != "sync" }),
           clock(record), (SEQUENTIAL if record.run.dig("options", "until")),
           (FEW if rows.any? { |row| row.shown && row.ok? && row.interval.nil? })].compact
        end

        # Those that hold where nothing was timed.
        #
        #: (Record) -> Array[String]
        def of_run(record)
          server = record.run["server"] || {}
          [*record.run.dig("suite", "notes"), outcome(record.ending), record.ending["broken_off"], shared(server)].compact
        end

        # Those of an open loop.
        #
        #: (Record, Array[OpenLoop::Row]) -> Array[String]
        def of_open_loop(record, rows)
          place, server = record.run["placement"] || {}, record.run["server"] || {}
          [*of_run(record), *unmeasured(record, rows), cores(place), placement(place), steal(record.ending), foreign(server),
           busy(record.run["machine"] || {}),
           (FEW if rows.any? { |row| row.shown && row.ok? && row.processes < Interval::FEWEST })].compact
        end

        # The clock is read after each call where its latency was recorded.
        #
        #: (Record) -> String?
        def clock(record)
          return LATENCIES if record.run.dig("options", "latencies")

          PAIRS if record.cells.any? { |cell| cell.dig("definition", "pairs") }
        end

        # How many rows nobody came to, for the tables that leave them out.
        #
        #: (Record, Array[Row | WorkRow]) -> Array[String]
        def unmeasured(record, rows)
          count = Status.unmeasured(rows, record.ending["outcome"]).size
          count.zero? ? [] : ["not measured: #{count} row#{"s" if count > 1}"]
        end

        # What is to be said of a placement; nil where all is as it should be.
        #
        #: (Hash[String, Object]) -> String?
        def placement(placement)
          return placement["note"] unless placement["pinned"] == false

          placement["note"] || "nothing is pinned to a core: figures shift by tens of percent between processes"
        end

        # What the machine was calibrated to see, or that it was not. Records of before, and of commands that judge
        # nothing, have no word about it.
        #
        #: (Hash[String, Object]) -> String?
        def calibration(run)
          return unless run.key?("calibration")

          run["calibration"] || "this machine was not calibrated: how small a slowdown it shows is not known " \
                                "(cachemark selftest --calibrate)"
        end

        # Of a record's machine. A measurement alone keeps about one core busy, and has not begun yet.
        #
        #: (Hash[String, Object]) -> String?
        def busy(machine)
          load, cores = machine["load"]&.first, machine["cores"]
          return unless load && cores && load > cores / 2.0

          format("the machine was busy when the run began (load %.1f on %d cores): times are long, intervals wide", load, cores)
        end

        # Of a record's last line.
        #
        #: (Hash[String, Object]) -> String?
        def steal(ending)
          percent = ending.dig("machine", "steal_percent")
          return if percent.nil? || percent < STEAL_PERCENT

          format("the host took %.1f %% of the CPU away during the run", percent)
        end

        private

        def outcome(ending)
          return "the run has not ended: these are its figures so far" if ending.empty?
          return if ending["outcome"] == "complete"

          [ending["outcome"], ending["reason"]].compact.join(": ")
        end

        def cores(placement)
          return if placement["pinned"] == false
          return TWO_CORES if placement["name"] == "two-core"

          "sender and server are not on a core each (#{placement["name"]}): they wait for one another, and latencies say so"
        end

        # With --allow-non-empty somebody else may use the server at the same time.
        def shared(server)
          return unless server["shared"]

          "others may use the server (--allow-non-empty): its counters could not be compared exactly, only be too low"
        end

        # On a server that is not ours each connection may meet another thread on another core.
        def foreign(server)
          return unless server["private"] == false

          "the server is not ours and not pinned: its threads and cores move costs by tens of percent, even x of socket"
        end

        # A reference without a speed takes the ratios of its scenario with it.
        def unreferenced(rows)
          lost = rows.reject { |row| row.shown || row.ok? }
          lost.map { |row| "no x of socket in #{row.scenario}: socket is #{row.status} there (#{row.reason})" }
        end

        def vague(rows)
          count = rows.count { |row| row.shown && row.precision && row.precision > VAGUE }
          "#{count} of #{rows.count(&:shown)} rows are known to no better than ± 50 %: measure longer" if count.positive?
        end
      end
    end
  end
end
