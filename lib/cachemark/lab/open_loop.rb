# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run --rate`: generations of fresh processes as in a run, and in each a block of every cell at
    # every rate, seconds long, whose calls are due at their own times. The closed-loop blocks that warm a
    # cell up tell how much it can do, so that nobody is asked for ten times as much.
    class OpenLoop < Run
      WRAPPED = "its calls share a local cache, an iteration at a time: alone, as calls of an open loop are, they would be others"

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
        @trial.at_rate(bout, session, timetable, place.merge(arrivals: name))
      end
    end
  end
end
