# frozen_string_literal: true

module Cachemark
  module Plan
    # What `run --rate` is asked to do: `rates` are calls a second, the lowest first; `arrivals` is how
    # calls are spread over time (Arrivals::KINDS); `slo_ns` the time under which 99 % of them are to
    # stay, or nil.
    OpenLoop = Value.define(:rates, arrivals: "poisson", slo_ns: nil) do
      # What a record keeps of it, among the options of its run.
      #: () -> Hash[Symbol, Object]
      def facts = to_h

      # Whole numbers from low to high, each the same times the one before.
      #: (Integer, Integer, Integer) -> Array[Integer]
      def self.sweep(low, high, steps)
        factor = high.fdiv(low)**(1.0 / (steps - 1))
        Array.new(steps) { |step| (low * (factor**step)).round }.uniq
      end
    end

    # When its calls are due.
    class OpenLoop
      # When the calls of an open loop are due. They do not wait for one another: a server that stops
      # still for 200 ms at 2,000 calls a second makes 400 of them late, where a loop that waits for
      # each answer would have asked once.
      #
      # `rate` is in calls a second. "fixed" has one call every 1/rate seconds. "poisson" has them at
      # random, as independent users call: gaps are exponential, and stretched so that exactly `count`
      # calls fall into count/rate seconds, or blocks would differ in rate by chance.
      class Arrivals < Value.define(:kind, :rate, :count, :seed)
        KINDS = %w[poisson fixed].freeze

        # Nanoseconds after the start, one for each call, in order; the same for the same members.
        #: () -> Array[Integer]
        def offsets = kind == "fixed" ? evenly : randomly

        # Seconds in which all calls are due.
        #: () -> Float
        def span_s = count.fdiv(rate)

        private

        def evenly = (1..count).map { |number| number * 1_000_000_000 / rate }

        # One gap more than there are calls: the last call is not due at the very end.
        def randomly
          random = Random.new(seed)
          sum = 0.0
          ends = Array.new(count + 1) { sum -= Math.log(1 - random.rand) }
          ends[0...-1].map { |at| (at / sum * span_s * 1e9).round }
        end
      end

      # How long each block of an open loop lasts, so that every cell is seen at every rate in as many fresh
      # processes as an interval needs, and how many calls are due in it.
      #
      # A block is seconds long: queues, and occasional pauses, need time to show.
      class BlockLength < Value.define(:seconds)
        LEAST_S = 0.2
        # A latency has 32 bits, which are full after 4.29 s.
        MOST_S = 3.5
        # What a block takes besides its prelude and its calls: a flush, the counters.
        AROUND_S = 0.02
        # Part of the time that is left is kept: a client that falls behind takes longer.
        KEPT = 0.05
        # Calls of a block at the most: each is a number in a message, and three in the record.
        MOST_CALLS = 100_000
        # A client that makes so many calls a second one after the other falls behind at this times as many. No
        # more are due than that, or a block at ten times its speed would last ten times as long.
        BEYOND = 1.1
        private_constant :AROUND_S, :KEPT, :BEYOND

        # left_s: seconds until the run should end; start_s: what starting a generation costs; prelude_s: what preparing
        # a block does; blocks: of a generation.
        #: (left_s: Numeric, start_s: Numeric, blocks: Integer, ?prelude_s: Numeric) -> BlockLength
        def self.of(left_s:, start_s:, blocks:, prelude_s: 0)
          left_s *= 1 - KEPT
          around_s = AROUND_S + prelude_s
          generations = [(left_s + start_s) / (start_s + (blocks * (MOST_S + around_s))), Budget::MINIMUM].max.ceil
          each_s = ((left_s - ((generations - 1) * start_s)) / (generations * blocks)) - around_s
          new(seconds: each_s.clamp(LEAST_S, MOST_S))
        end

        # Calls that are due in a block at a rate, in calls a second: whole iterations of `calls` each. `capacity` is what
        # the cell makes in a second, one after the other.
        #: (Integer, calls: Integer, capacity: Float) -> Integer
        def calls(rate, calls:, capacity:)
          due = [[rate, capacity * BEYOND].min * seconds, MOST_CALLS].min
          [due.fdiv(calls).round, 1].max * calls
        end
      end

      # When the calls of one block are due (`due`, ns after its start, in order), and what they make:
      # `iterations` of the scenario (a Rational where they are part of one), with as many more or fewer as
      # several workers leave unfinished (`spare`).
      Timetable = Value.define(:due, :iterations, spare: 0) do
        # Of a cell's calls: each of `workers` makes the steps in turn, from the first, so that of several
        # steps nobody knows beforehand how far each of them comes.
        #: (Cell, Array[Integer]) -> Timetable
        def self.of(cell, due)
          made = Rational(due.size, cell.scenario.calls)
          spare = cell.scenario.steps.size > 1 ? cell.workers - 1 : 0
          new(due: due, iterations: made.denominator == 1 ? made.to_i : made, spare: spare)
        end

        # As a driver takes it, and as a record keeps it: base64 over little-endian uint64.
        #: () -> String
        def to_wire = [due.pack("Q<*")].pack("m0")

        # Seconds until the last call is due.
        #: () -> Float
        def span_s = due.last / 1e9
      end
    end
  end
end
