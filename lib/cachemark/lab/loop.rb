# frozen_string_literal: true

module Cachemark
  module Lab
    # Common parts of the loops of all commands, and how each ends.
    class Loop
      # Seconds for the options of contenders after a measurement.
      MOST_S = 20
      private_constant :MOST_S

      # The decisions of a command before anything starts, as a Value. Each loop defines its own. All have:
      #
      # - cells: Array[Plan::Cell]. seed: Integer. loop: the class of the loop.
      # - memcached: the exact release, or the absolute path, of the run's servers; nil for the installed one.
      # - upfront: the contenders whose environments must be built before anything is measured. previewed: those of a preview.
      # - ring: settings of the run's servers that replace those of every ring.
      # - metrics: those for which the machine may need instruments.
      # - open_loop?: whether calls are due at given times, and do not wait for one another.
      # - timed?: whether anything is timed, so that processes must not change their cores.
      # - options: its fields among the options of a record.
      # - seconds: how long it measures; nil if that depends on what it finds. rows: [contender, what is done with it, mode] of
      #   each row of a preview.
      #
      # Several have:
      #
      # - for_s: Float seconds. until: Float share, or nil.
      # - sweeps: Array[Plan::Sweep], the dimensions that the cells are points of.
      # - judging: the options of the verdicts (margin, alpha, metrics ...), for the record.
      # - counts: metrics that are counted for each row, in processes that are not timed.
      # - trials: Array[Plan::OptionTrial]: options that are examined, by these `probes` (Array[Catalog::Scenario]).
      module Task
        def contenders = cells.map(&:contender).uniq(&:id)
        def upfront = contenders
        def previewed = contenders
        def ring = {}
        def metrics = []
        def open_loop? = false
        def timed? = true
        def options = {}
        def seconds = nil
        def rows = cells.select(&:shown).map { |cell| [cell.contender.id, cell.scenario.id, cell.mode] }

        # The endpoints of the contenders; nil for the servers of the run, which need no contender.
        def endpoints = contenders.reject(&:refusal).map(&:endpoint).uniq

        # The number of simultaneous connections that a server must hold, with a reserve. Each worker of each cell keeps one,
        # some clients two, and one cell has others through proxies.
        def connections = (workers.sum * 2) + 100

        private

        # The number of workers of each contender.
        def workers = cells.group_by { |cell| cell.contender.id }.values.map { |own| own.sum(&:workers) }
      end

      # Members of every task, next to `seed` and `loop`.
      SHARED = { cells: [].freeze, memcached: nil }.freeze
      private_constant :SHARED

      #: (task: Task, engine: Engine) -> void
      def initialize(task:, engine:)
        @task = task
        @engine = engine
        @writer = engine.writer
        @live = engine.live
        @stop = engine.stop
        @clock = engine.clock
        @participants = Participants.new(engine, task.cells, expected_invalid: expected_invalid)
      end

      # Runs the loop to its end. Returns "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.notify(:start, **extent)
          @stop.interruptible { perform }
        end
      ensure
        close
      end

      private

      # The extent of the loop for views: each row is measured once.
      def extent = { rows: @task.cells.size }

      # Verifies cells in fresh processes, one for each contender and mode, and examines them through proxies. Nothing is timed.
      # `generation` is the number of these processes, `watch` as in WireLook.
      def look_untimed(cells = @participants.live.map(&:cell), generation: 0, **watch)
        pool = ProcessPool.new(@engine, generation: generation)
        failures = pool.start(cells)
        cells.group_by(&:lane).each { |lane, own| look_at_lane(pool, own, failures[lane], watch) }
      ensure
        pool&.close
      end

      # If the process is lost, another one continues after the cell at which it was lost.
      def look_at_lane(pool, cells, failure, watch)
        cells.each do |cell|
          break if @stop.requested?
          next @participants.drop(cell, "failed", failure) if failure

          @live.notify(:cell, cell: cell)
          failure = pool.replace(cell) unless look_at_cell(cell, pool.process(cell.lane), watch)
        end
      end

      # Returns false if the process was lost.
      def look_at_cell(cell, process, watch)
        found = Proof.new(@engine).call(@participants.state(cell), process) || WireLook.new(cell, process, **watch).call
        @participants.drop(cell, *found) if found
        true
      rescue Driver::Failure => error
        @participants.drop(cell, "failed", error.message)
        error.is_a?(Driver::Refused)
      end

      # Counts what the user asked for, of each row that reports show.
      def count_rows
        return if @task.counts.empty? || @stop.requested?

        cells = @participants.live.map(&:cell).select(&:shown)
        Counting.new(@engine, @participants, metrics: @task.counts, random: Random.new(@task.seed)).rows(cells)
      end

      # Examines the options of contenders that still run, because their rows say so where an option changes nothing. No process
      # of it begins after MOST_S seconds.
      def look_at_departures
        end_s = @clock.call + MOST_S
        look_at_options(trials.first) { @clock.call < end_s }
      end

      # The trials of contenders that still run, and the others.
      def trials
        live = @participants.live.map { |state| state.cell.contender.id }
        @task.trials.partition { |trial| live.include?(trial.contender.id) }
      end

      # Examines options as long as the block is true.
      def look_at_options(trials, &wanted)
        return if trials.empty? || @stop.requested?

        reason, try = OptionLook::INSTRUMENT.lacking(@engine.keeper)
        return OptionLook.new(@engine, @task.probes).call(trials, &wanted) unless reason

        trials.each { |trial| @writer.add("option", trial.facts) }
        @writer.add("event", kind: "options_unseen", message: reason, try: try, at_s: @clock.call)
        @live.notify(:warning, message: "options: #{reason}")
      end

      # Ends the processes that are left.
      def close = nil

      # Ids of contenders that must be found invalid.
      def expected_invalid = []

      # Runs the block. Returns "complete", "interrupted" or, if the run cannot continue, "stopped early".
      #: () { () -> void } -> String
      def concluded
        yield
        @stop.requested? ? "interrupted" : "complete"
      rescue Trouble => error
        short = { time_too_short: true, needed_s: error.needed_s } if error.is_a?(PairBudget::TimeTooShort)
        @writer.add("event", kind: "stopped", message: error.message, at_s: @clock.call, **short.to_h)
        @live.notify(:warning, message: error.message)
        "stopped early"
      end
    end
  end
end
