# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `outage`: runs of each contender in random order, in each of which the same incident happens to one of fresh
    # servers. All contenders get the same calls in runs with the same number.
    class Outage < Loop
      # Seconds of a run in addition to its calls.
      OVERHEAD_S = 1.5
      private_constant :OVERHEAD_S

      private

      def extent = { total_s: @job.cells.size * outage.repeats * (outage.for_s + OVERHEAD_S) }

      def outage = @job.outage

      def perform
        @participants.drop_unavailable
        Incidents.check(outage, @engine.keeper)
        random = Random.new(@job.seed)
        outage.repeats.times do |number|
          calls = traffic(number)
          @participants.live.shuffle(random: random).each do |state|
            break if @stop.requested?

            run(state.cell, number, calls)
          end
        end
      end

      # The calls of the runs with a number, in the record.
      def traffic(number)
        calls = Plan::Outage::Traffic.of(outage, @job.seed + number)
        @writer.add("traffic", run: number, seed: @job.seed + number, **calls.to_wire)
        calls
      end

      def run(cell, number, calls)
        @live.notify(:cell, cell: cell)
        found = Run.new(@engine, outage, calls).call(cell, "r#{number}.#{cell.lane}")
        return @participants.drop(cell, *found) if found.is_a?(Array)

        @writer.add("outage", cell: cell.id, run: number, at_s: @clock.call.round(4), **found)
      rescue Driver::Failure => error
        @participants.drop(cell, "failed", error.message)
      end
    end
  end
end
