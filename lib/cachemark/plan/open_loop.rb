# frozen_string_literal: true

module Cachemark
  module Plan
    # The options of `run --rate`. `rates` are in calls a second, the lowest first. `arrivals` is how calls are spread over
    # time (Arrivals::KINDS). `slo_ns` is the time within which 99 % of the calls must be answered, or nil. `hosts` is how many
    # hosts make the same load together, or nil; `rates` are those of each of them.
    OpenLoop = Value.define(:rates, arrivals: "poisson", slo_ns: nil, hosts: nil) do
      # Its fields among a run's options in the record.
      #: () -> Hash[Symbol, Object]
      def facts = hosts ? to_h : to_h.except(:hosts)

      # The load of one of several hosts, in whole calls a second.
      #: (Integer) -> OpenLoop
      def shared_by(hosts) = with(rates: rates.map { |rate| [rate.fdiv(hosts).round, 1].max }.uniq.freeze, hosts: hosts)

      # Whole numbers from low to high in a geometric progression.
      #: (Integer, Integer, Integer) -> Array[Integer]
      def self.sweep(low, high, steps)
        factor = high.fdiv(low)**(1.0 / (steps - 1))
        Array.new(steps) { |step| (low * (factor**step)).round }.uniq
      end
    end

    # The timing of its calls.
    class OpenLoop
      # The times at which the calls of an open loop are due. Calls do not wait for one another, which avoids coordinated
      # omission. If a server stops for 200 ms at 2,000 calls a second, 400 calls are late. A loop that waits for each reply
      # would have made one call in that time.
      #
      # `rate` is in calls a second. "fixed" has one call every 1/rate seconds. "poisson" has calls at random times, like
      # those of independent users: gaps are exponential. They are scaled so that exactly `count` calls fall into count/rate
      # seconds; otherwise blocks would differ in rate by chance.
      class Arrivals < Value.define(:kind, :rate, :count, :seed)
        KINDS = %w[poisson fixed].freeze

        # Nanoseconds after the start, one number for each call, in order. The same members give the same offsets.
        #: () -> Array[Integer]
        def offsets = kind == "fixed" ? evenly : randomly

        # Seconds in which all calls are due.
        #: () -> Float
        def span_s = count.fdiv(rate)

        private

        def evenly = (1..count).map { |number| number * 1_000_000_000 / rate }

        # There is one gap more than there are calls, so that the last call is not due at the very end.
        def randomly
          random = Random.new(seed)
          sum = 0.0
          ends = Array.new(count + 1) { sum -= Math.log(1 - random.rand) }
          ends[0...-1].map { |at| (at / sum * span_s * 1e9).round }
        end
      end

      # The length of each block of an open loop, and the number of calls due in it. Every cell is measured at every rate, in
      # as many fresh processes as an interval needs.
      #
      # A block lasts seconds if there is time, because queues and occasional pauses need time to show.
      class BlockLength < Value.define(:seconds)
        LEAST_S = 0.2
        # A latency has 32 bits of nanoseconds, which overflow after 4.29 s.
        MOST_S = 3.5
        # Seconds that a block takes in addition to its prelude and its calls: a flush, the counters.
        OVERHEAD_S = 0.02
        # The share of the time left that is kept in reserve: a client that falls behind takes longer.
        RESERVE = 0.05
        # The most calls of a block: each call is a number in a message, and three numbers in the record.
        MOST_CALLS = 100_000
        # The most calls due, as a multiple of those that the client makes one after the other. More than that already means
        # that the client falls behind, and a block at ten times its speed would last ten times as long.
        OVERLOAD_FACTOR = 1.1
        private_constant :OVERHEAD_S, :RESERVE, :OVERLOAD_FACTOR

        # - left_s: seconds until the run should end
        # - start_s: seconds to start a generation
        # - blocks: the number of blocks of a generation
        # - prelude_s: seconds to prepare a block
        #: (left_s: Numeric, start_s: Numeric, blocks: Integer, ?prelude_s: Numeric) -> BlockLength
        def self.of(left_s:, start_s:, blocks:, prelude_s: 0)
          left_s *= 1 - RESERVE
          overhead_s = OVERHEAD_S + prelude_s
          generations = [(left_s + start_s) / (start_s + (blocks * (MOST_S + overhead_s))), Budget::MINIMUM].max.ceil
          each_s = ((left_s - ((generations - 1) * start_s)) / (generations * blocks)) - overhead_s
          new(seconds: each_s.clamp(LEAST_S, MOST_S))
        end

        # The number of calls due in a block at a rate in calls a second. They make whole iterations of `calls` each.
        # `capacity` is how many calls the cell makes in a second, one after the other.
        #: (Integer, calls: Integer, capacity: Float) -> Integer
        def calls(rate, calls:, capacity:)
          due = [[rate, capacity * OVERLOAD_FACTOR].min * seconds, MOST_CALLS].min
          [due.fdiv(calls).round, 1].max * calls
        end
      end

      # The times at which the calls of one block are due (`due`, ns after its start, in order), and the iterations of the
      # scenario that they make. `iterations` is a Rational if the calls end within an iteration. `unfinished` is how
      # many more or fewer iterations there may be, because several workers do not finish theirs.
      Timetable = Value.define(:due, :iterations, unfinished: 0) do
        # The timetable of a cell's calls. Each worker makes the steps in turn, from the first. If there are several steps,
        # it is not known beforehand how far each worker gets.
        #: (Cell, Array[Integer]) -> Timetable
        def self.of(cell, due)
          made = Rational(due.size, cell.scenario.calls)
          unfinished = cell.scenario.steps.size > 1 ? cell.workers - 1 : 0
          new(due: due, iterations: made.denominator == 1 ? made.to_i : made, unfinished: unfinished)
        end

        # The form for drivers and records: base64 of little-endian uint64.
        #: () -> String
        def to_wire = [due.pack("Q<*")].pack("m0")

        # Seconds until the last call is due.
        #: () -> Float
        def span_s = due.last / 1e9
      end
    end
  end
end
