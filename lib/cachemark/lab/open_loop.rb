# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run --rate`: generations of fresh processes as in a run, and in each a block of every cell at
    # every rate, seconds long, whose calls are due at their own times. The closed-loop blocks that warm a
    # cell up tell how much it can do, so that nobody is asked for ten times as much.
    class OpenLoop < Run
      WRAPPED = "its calls share a local cache, an iteration at a time: alone, as calls of an open loop are, they would be others"

      # What was asked for more than it can do, and took so many times as long as its calls were due, has shown what
      # it can do.
      BEHIND = 1.05
      private_constant :BEHIND

      def initialize(**)
        super
        @timetables = Timetables.new(@job, @writer)
      end

      private

      # What cannot be had at all comes first.
      def bout(cell)
        return super unless cell.scenario.wrap && @rig.unavailable(cell).nil?

        @losses.add(cell, "unavailable", WRAPPED)
        nil
      end

      def table = Stats::OpenLoop.of(@writer.record)

      def visits(bouts) = bouts.product(@job.open_loop.rates.map { |rate| { rate: rate } })

      def timed(bout, session, place)
        name, timetable = @timetables.of(bout, @schedule.stint, **place.slice(:rate, :generation))
        wall_ns = @trial.at_rate(bout, session, timetable, place.merge(arrivals: name))
        behind = place.fetch(:rate) > bout.calls_per_s && wall_ns > timetable.span_s * 1e9 * BEHIND
        bout.iteration_ns = wall_ns.fdiv(timetable.iterations) if behind
      end
    end
  end
end
