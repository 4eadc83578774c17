# frozen_string_literal: true

module Cachemark
  module Plan
    # How long each block of an open loop lasts, so that every cell is seen at every rate in as many fresh
    # processes as an interval needs, and how many calls are due in it.
    #
    # A block is seconds long: queues, and what stands still now and then, need time to show.
    class Stint < Value.define(:seconds)
      LEAST_S = 0.2
      # A latency is told in 32 bits, which are full after 4.29 s.
      MOST_S = 3.5
      # What stands around a block beside its prelude: a flush, the counters.
      AROUND_S = 0.02
      # Of the time that is left some is kept: who falls behind takes longer.
      KEPT = 0.05
      # Calls of a block at the most: each is a number in a message, and three in the record.
      MOST_CALLS = 100_000
      # A client that makes so many calls a second one after the other falls behind at this times as many. No
      # more are due than that, or a block at ten times its speed would last ten times as long.
      BEYOND = 1.1
      private_constant :AROUND_S, :KEPT, :BEYOND

      # left_s: seconds until the run should end; start_s: what starting a generation costs; prelude_s: what preparing
      # a block does; blocks: of a generation.
      #
      #: (left_s: Numeric, start_s: Numeric, blocks: Integer, ?prelude_s: Numeric) -> Stint
      def self.of(left_s:, start_s:, blocks:, prelude_s: 0)
        left_s *= 1 - KEPT
        around_s = AROUND_S + prelude_s
        generations = [(left_s + start_s) / (start_s + (blocks * (MOST_S + around_s))), Budget::MINIMUM].max.ceil
        each_s = ((left_s - ((generations - 1) * start_s)) / (generations * blocks)) - around_s
        new(seconds: each_s.clamp(LEAST_S, MOST_S))
      end

      # Calls that are due in a block at a rate, in calls a second: whole iterations of `calls` each. `capacity` is what
      # the cell makes in a second, one after the other.
      #
      #: (Integer, calls: Integer, capacity: Float) -> Integer
      def calls(rate, calls:, capacity:)
        due = [[rate, capacity * BEYOND].min * seconds, MOST_CALLS].min
        [due.fdiv(calls).round, 1].max * calls
      end
    end
  end
end
