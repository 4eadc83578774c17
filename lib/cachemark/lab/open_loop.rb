# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run --rate`: generations of fresh processes as in a run, each with a block of every cell at every rate. A
    # block takes seconds, and its calls are due at given times. The closed-loop blocks of the warm-up show the capacity of a
    # cell, so that no client gets ten times as many calls.
    class OpenLoop < Run
      # - open_loop: Plan::OpenLoop. fail_on_slo: true, or nil.
      Task = Value.define(:seed, :for_s, :open_loop, loop: self, **SHARED, fail_on_slo: nil, sweeps: [].freeze) do
        include Loop::Task
        def open_loop? = true
        def options = { for_s: for_s, **{ fail_on_slo: fail_on_slo }.compact, **open_loop.facts, sweeps: sweeps.map(&:facts) }
        def seconds = for_s
        def least_s = Plan::Budget.least_s(cells)
        def schedule(clock) = Schedule::ByRate.new(self, clock)
      end

      WRAPPED = "the calls of an iteration share a local cache, but an open loop makes single calls"

      # A client at a rate above its capacity is behind if it takes this many times as long as its calls were due. Its time
      # per iteration is its capacity then.
      BEHIND = 1.05
      private_constant :BEHIND

      def initialize(**)
        super
        @timetables = Timetables.new(@task, @writer)
      end

      private

      def unsuited(cell) = cell.scenario.wrap && WRAPPED

      def extent = { total_s: @task.seconds }

      # Its report is about single calls.
      def afterwards = nil

      # At a given rate, calls would wait for connections for other times.
      def note_waits = nil

      def table = Stats::OpenLoop.of(@writer.record)

      def visits(due) = due.product(@task.open_loop.rates.map { |rate| { rate: rate } })

      def block(state, process, place)
        name, timetable = @timetables.of(state, @schedule.block_length, **place.slice(:rate, :generation))
        place = { process: process.name, **place, arrivals: name }
        @runner.block_at_rate(state, process, timetable, place) do |block|
          behind = place.fetch(:rate) > state.calls_per_s && block.wall_ns > timetable.span_s * 1e9 * BEHIND
          state.iteration_ns = block.wall_ns.fdiv(timetable.iterations) if behind
        end
      end

      # When calls are due, in the record as `arrivals` lines: one for each rate in each generation. It is the same for every
      # cell, so that all contenders get the same bursts. A cell with fewer calls has the first of them.
      class Timetables
        #: (Task, Record::Writer) -> void
        def initialize(task, writer)
          @task = task
          @writer = writer
          @wish = task.open_loop
          @generation = nil
          @count = 0
        end

        # [name of the line, Plan::OpenLoop::Timetable] of a cell's block.
        #: (CellState, Plan::OpenLoop::BlockLength, rate: Integer, generation: Integer) -> [String, Plan::OpenLoop::Timetable]
        def of(state, block_length, rate:, generation:)
          if generation != @generation
            @generation = generation
            @known = {}
          end
          name, due = (@known[rate] ||= draw(block_length, rate, generation))
          [name, Plan::OpenLoop::Timetable.of(state.cell, due.first(calls(state, block_length, rate)))]
        end

        private

        def calls(state, block_length, rate) = block_length.calls(rate, calls: whole(state.cell), capacity: state.calls_per_s)

        # The number of calls that are made together or not at all. With many pairs, any call may be the last.
        def whole(cell) = cell.scenario.pairs ? 1 : cell.scenario.calls

        def draw(block_length, rate, generation)
          most = @task.cells.map { |cell| block_length.calls(rate, calls: whole(cell), capacity: Float::INFINITY) }.max
          due = Plan::OpenLoop::Arrivals.new(kind: @wish.arrivals, rate: rate, count: most, seed: seed(rate, generation)).offsets
          name = "a#{@count += 1}"
          @writer.add("arrivals", arrivals: name, kind: @wish.arrivals, rate: rate, generation: generation, calls: most,
                                  due: Plan::OpenLoop::Timetable.new(due: due, iterations: most).to_wire)
          [name, due]
        end

        def seed(rate, generation) = (@task.seed * 1_000_003) + (generation * 10_007) + rate
      end
    end
  end
end
