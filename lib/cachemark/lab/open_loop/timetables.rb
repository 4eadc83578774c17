# frozen_string_literal: true

module Cachemark
  module Lab
    class OpenLoop
      # When calls are due, in the record as `arrivals` lines: one for each rate in each generation, the same for
      # every cell, so that contenders meet the same rushes. Who makes fewer calls has the first of them.
      class Timetables
        #: (Job, Record::Writer) -> void
        def initialize(job, writer)
          @job = job
          @writer = writer
          @wish = job.open_loop
          @generation = nil
          @count = 0
        end

        # [name of the line, Plan::Timetable] of a bout's block.
        #: (Bout, Plan::Stint, rate: Integer, generation: Integer) -> [String, Plan::Timetable]
        def of(bout, stint, rate:, generation:)
          if generation != @generation
            @generation = generation
            @known = {}
          end
          name, due = (@known[rate] ||= made(stint, rate, generation))
          [name, Plan::Timetable.of(bout.cell, due.first(calls(bout, stint, rate)))]
        end

        private

        def calls(bout, stint, rate) = stint.calls(rate, calls: whole(bout.cell), capacity: bout.calls_per_s)

        # Calls that are made together or not at all; of many pairs any may be the last.
        def whole(cell) = cell.scenario.pairs ? 1 : cell.scenario.calls

        def made(stint, rate, generation)
          most = @job.cells.map { |cell| stint.calls(rate, calls: whole(cell), capacity: Float::INFINITY) }.max
          due = Plan::Arrivals.new(kind: @wish.arrivals, rate: rate, count: most, seed: seed(rate, generation)).offsets
          name = "a#{@count += 1}"
          @writer.add("arrivals", arrivals: name, kind: @wish.arrivals, rate: rate, generation: generation, calls: most,
                                  due: Plan::Timetable.new(due: due, iterations: most).to_wire)
          [name, due]
        end

        def seed(rate, generation) = (@job.seed * 1_000_003) + (generation * 10_007) + rate
      end
    end
  end
end
