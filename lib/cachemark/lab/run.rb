# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run`: generations of fresh processes, each with rounds over all cells in random order, with one block for
    # each cell. A complete table exists after the first round. It becomes more precise until the time, the precision or the
    # iterations are reached, or the user stops it.
    class Run < Loop
      # - iterations: Integer of each row, or nil for as many as fit into `for_s` seconds
      # - latencies: whether each call is timed
      Task = Value.define(:seed, :for_s, loop: self, **SHARED, until: nil, iterations: nil, latencies: false, counts: [].freeze,
                                         sweeps: [].freeze, trials: [].freeze, probes: [].freeze) do
        include Loop::Task
        def metrics = counts
        def options = { **to_h.slice(:for_s, :until, :iterations, :latencies), sweeps: sweeps.map(&:facts), count: counts }
        def seconds = (for_s unless iterations)

        # Seconds that the rows take at least, on any machine.
        def least_s = iterations ? 0.0 : Plan::Budget.least_s(cells)
        def schedule(clock) = iterations ? Schedule::ByCount.new(self) : Schedule::ByTime.new(self, clock)
      end

      #: (**Object) -> void
      def initialize(**)
        super
        @runner = CellRunner.new(@engine, @participants)
        @order = Plan::Order.new(@task.seed)
      end

      # Measures until an end is reached. Returns "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @participants.drop_unavailable { |cell| unsuited(cell) }
          @stop.interruptible do
            ready
            @schedule = @task.schedule(@clock)
            @live.notify(:start, **extent) unless nothing_left?
            generations
            afterwards
          end
        end
      end

      private

      # Waits until the measurement may begin.
      def ready = nil

      def extent = { total_s: @task.seconds, until_share: @task.until, iterations: @task.iterations }

      # What follows when everything is timed.
      def afterwards
        count_rows
        Stampedes.new(@engine, @participants).call
        look_at_departures
      end

      # Why a cell that can run is not part of this loop.
      def unsuited(_cell) = nil

      def generations
        (0..).each do |generation|
          break if over?

          generation(generation)
        end
      end

      def over?
        @stop.requested? || nothing_left? || @schedule.over? || @schedule.precise?(@writer)
      end

      # The reference alone shows nothing.
      def nothing_left? = @participants.live.none? { |state| state.cell.shown }

      def generation(generation)
        @pool = ProcessPool.new(@engine, generation: generation)
        @schedule.starting(generation) { start(generation) }
        return if @stop.requested?

        @schedule.share_out(@participants.live)
        rounds(generation)
        note_waits
        look if generation.zero?
      ensure
        @pool.close
      end

      def start(generation)
        @live.notify(:generation, number: generation)
        failures = @pool.start(@participants.live.map(&:cell))
        @participants.live.map(&:lane).uniq.each { |lane| prove_lane(lane, failures[lane]) }
        first_replies if @task.cells.any? { |cell| cell.contender.endpoint&.needs&.any? }
      end

      # Only in a run that compares ways to connect does a connection cost more than its calls. Concurrent modes have the
      # connections of sync.
      def first_replies
        sync = @participants.live.select { |state| Vocabulary::Mode.of(state.cell.mode).sync? }
        sync.uniq(&:lane).each do |state|
          with_process(state) { |process| @runner.first_replies(state, process) } unless @stop.requested?
        end
      end

      # Proves the cells of a lane in its current process, or drops them all. If that process is lost, its replacement has
      # already proved the rest.
      def prove_lane(lane, failure)
        return if @stop.requested?
        return @participants.drop_lane(lane, "failed", failure) if failure

        lane(lane).each do |state|
          break if @stop.requested? || !with_process(state) { |process| @runner.prove(state, process, again: true) }
        end
      end

      # Runs the block, which returns whether the process of the cell lives. A lost process is replaced for the lane's other
      # cells.
      def with_process(state)
        return true if yield @pool.process(state.lane)

        prove_lane(state.lane, @pool.replace(state.cell)) if lane(state.lane).any?
        false
      end

      def lane(lane) = @participants.live.select { |state| state.lane == lane }

      def rounds(generation)
        (0..).each do |round|
          due = @participants.live.select { |state| @schedule.due?(state) }
          break if due.empty? || @stop.requested? || !@schedule.round?(round)

          @schedule.timing(round) { round(due, generation, round) }
          @live.notify(:round, number: round, generation: generation, rows: -> { table.shown })
        end
      end

      # The table so far.
      def table = Stats::Table.of(@writer.record)

      def round(due, generation, round)
        @order.round(visits(due), generation: generation, round: round).each do |state, place|
          break if @stop.requested? || (generation.positive? && @schedule.time_up?)
          next unless state.live?

          with_process(state) { |process| block(state, process, { generation: generation, round: round, **place }) }
        end
      end

      # The blocks of a round: each cell, with additional fields of the block in the record.
      def visits(due) = due.map { |state| [state, {}] }

      def block(state, process, place)
        @runner.block(state, process, @schedule.iterations(state), { process: process.name, **place },
                      latencies: @task.latencies || state.cell.latencies?)
      end

      # How long calls wait for connections of a pool.
      def note_waits = each_live { |state| with_process(state) { |process| @runner.note_waits(state, process) } }

      # Examines every cell after its process has finished measuring. Long proofs come first, because an examination may cost
      # the process.
      def look
        each_live { |state| with_process(state) { |process| @runner.prove_long(state, process) } }
        each_live { |state| @runner.look(state, @pool.process(state.lane)) }
      end

      def each_live = @participants.live.each { |state| yield state if state.live? && !@stop.requested? }
    end
  end
end
