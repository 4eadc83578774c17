# frozen_string_literal: true

module Cachemark
  module Plan
    # When the calls of an open loop are due. They do not wait for one another: a server that stands
    # still for 200 ms at 2,000 calls a second makes 400 of them late, where a loop that waits for
    # each answer would have asked once.
    #
    # `rate` is in calls a second. "fixed" has one call every 1/rate seconds. "poisson" has them at
    # random, as independent users call: gaps are exponential, and stretched so that exactly `count`
    # calls fall into count/rate seconds, or blocks would differ in rate by chance.
    class Arrivals < Value.define(:kind, :rate, :count, :seed)
      KINDS = %w[poisson fixed].freeze

      # Nanoseconds after the start, one for each call, in order; the same for the same members.
      #
      #: () -> Array[Integer]
      def offsets = kind == "fixed" ? evenly : randomly

      # Seconds in which all calls are due.
      #
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
  end
end
