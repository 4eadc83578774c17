# frozen_string_literal: true

module Cachemark
  module Lab
    # Decides, generation by generation, how much more is measured. The limit is the time (`--for`), the precision
    # (`--for SHARE`, limited by the time as well) or a count (`--for Nx`, without a time limit). All schedules have the same
    # methods:
    #
    # - starting(generation) { } and timing(round) { } run the block, and measure its time.
    # - share_out(states): a generation has started.
    # - due?(state), iterations(state): whether a cell gets a block in this round, and its length.
    # - round?(round), time_up?, over?, precise?(writer): whether anything else is measured.
    module Schedule
      # The common part of schedules that the time limits.
      class Timed
        #: (Task, #call) -> void
        def initialize(task, clock)
          @task = task
          @clock = clock
          @began_s = clock.call
          @done = 0
          @start_s = 0.0
          @round_s = nil
        end

        def starting(_generation, &block) = @start_s = seconds(&block)
        def share_out(_states) = nil
        def due?(_state) = true
        def timing(_round, &block) = @round_s = seconds(&block)
        def precise?(_writer) = false

        private

        def elapsed_s = @clock.call - @began_s

        # How long the block takes.
        #: () { () -> void } -> Float
        def seconds
          before = @clock.call
          yield
          @clock.call - before
        end
      end

      # As many generations and rounds as fit into `for_s` seconds.
      class ByTime < Timed
        #: (Task, #call) -> void
        def initialize(task, clock)
          super
          @budget = Plan::Budget.new(task.for_s)
          @granted = nil
        end

        def starting(*)
          @granted = nil
          super
        end

        # The first round of a run always runs: a complete table must exist.
        def round?(round)
          return true if @round_s.nil?

          @granted ||= @budget.rounds(**spent)
          more = round < @granted && !time_up?
          @done += 1 unless more
          more
        end

        def iterations(state) = Plan::Pace.iterations(state.iteration_ns, workers: state.sharing_workers)

        def time_up? = elapsed_s >= @task.for_s

        # True if not even a short generation fits any more.
        def over?
          return false if @round_s.nil?

          !@budget.room?(**spent)
        end

        # True if every row is known to ± the requested share.
        def precise?(writer)
          return false unless @task.until && @done > 1

          rows = Stats::Table.of(writer.record).rows.select { |row| row.status == "ok" && row.shown }
          rows.any? && precisions(rows).all? { |precision| !precision.nil? && precision <= @task.until }
        end

        private

        # The ratio to the reference is more precise than the time. If only references are shown, their times count.
        def precisions(rows)
          judged = rows.reject { |row| reference?(row) }
          return rows.map(&:precision) if judged.empty?

          judged.map { |row| row.socket_ratio ? row.socket_ratio_precision : row.precision }
        end

        def reference?(row) = Vocabulary::References.include?(row.client)

        def spent = { done: @done, elapsed_s: elapsed_s, start_s: @start_s, round_s: @round_s }
      end

      # Exactly `iterations` of every row, in at most six fresh processes. All cells of a scenario get the same number of
      # blocks in a process. Each of their blocks is then next to the reference's block of the same round.
      class ByCount
        # The maximum number of blocks of one process; with more iterations, blocks become longer than 10 ms.
        MOST_BLOCKS = 40

        #: (Task) -> void
        def initialize(task)
          workers = task.cells.map(&:sharing_workers).max
          processes = [Plan::Budget::MINIMUM, task.iterations / workers].min
          @shares = Plan::Budget::Quota.processes(task.iterations, processes: processes)
        end

        def starting(_generation)
          yield
          @share = @shares.shift
        end

        # Gives each cell the iterations of its blocks in this process.
        def share_out(states)
          states.group_by { |state| state.cell.scenario.id }.each_value do |group|
            slowest_ns = group.map(&:iteration_ns).max
            count = (@share * slowest_ns / Plan::Pace::BLOCK_NS).ceil.clamp(1, MOST_BLOCKS)
            count = [count, @share / group.map(&:sharing_workers).max].min
            group.each { |state| state.owed = Plan::Budget::Quota.blocks(@share, count) }
          end
        end

        def due?(state) = state.owed.any?
        def timing(_round) = yield
        def round?(_round) = true
        def iterations(state) = state.owed.shift
        def time_up? = false
        def over? = @shares.empty?
        def precise?(_writer) = false
      end

      # One round in a generation, with a block of each cell at each rate, in as many generations as fit into `for_s`
      # seconds. All blocks of a run have the same length, unless their client falls behind.
      class ByRate < Timed
        # The factor by which a run may be longer if it has too few generations for an interval.
        LATE = 1.1
        private_constant :LATE

        # Plan::OpenLoop::BlockLength, once a generation has started.
        attr_reader :block_length

        # The length of blocks, from their number, and from the time for starting processes and preparing blocks.
        def share_out(states)
          return if states.empty?

          prelude_s = states.sum(&:prelude_s) / states.size
          blocks = states.size * @task.open_loop.rates.size
          @block_length ||= Plan::OpenLoop::BlockLength.of(left_s: @task.for_s - elapsed_s, start_s: @start_s, blocks: blocks,
                                                           prelude_s: prelude_s)
        end

        # Replaces the length of blocks by the one that several hosts have in common.
        #: (Plan::OpenLoop::BlockLength) -> void
        def agree_on(length)
          @block_length = length
        end

        def timing(*)
          super
          @done += 1
        end

        def round?(round) = round.zero?

        def time_up? = elapsed_s >= @task.for_s * (enough? ? 1 : LATE)

        # True if another generation does not fit any more. Until there are enough of them, half a generation must fit.
        def over?
          return false if @round_s.nil?

          @task.for_s - elapsed_s < @start_s + (@round_s * (enough? ? 1 : 0.5))
        end

        private

        def enough? = @done >= Plan::Budget::MINIMUM
      end
    end
  end
end
