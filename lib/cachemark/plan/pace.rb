# frozen_string_literal: true

module Cachemark
  module Plan
    # How long a block is. About 10 ms, because the host's speed drifts with the
    # lag between blocks (7.5 % at 50 ms, 22 % at 1 s) and a shorter block shows
    # no more; sub-batches of about half a millisecond inside it.
    module Pace
      BLOCK_NS = 10_000_000
      BATCH_NS = 500_000
      # The ruler's own cell would otherwise run for hundreds of thousands.
      MOST = 20_000

      # Iterations of one block, from the cost of one iteration in ns: as many for each of the `hands`
      # over which they are dealt out, because the last to end would be waited for.
      #: (Numeric, ?block_ns: Numeric, ?hands: Integer) -> Integer
      def self.iterations(iteration_ns, block_ns: BLOCK_NS, hands: 1)
        hands * (block_ns / [iteration_ns * hands, 1].max).round.clamp(1, [MOST / hands, 1].max)
      end

      # Seconds that one may wait for so many calls that are not timed, each slower than any that was seen.
      #: (Integer) -> Float
      def self.patience_s(calls) = calls * 0.002

      # Iterations timed together inside a block.
      #: (Numeric, Integer) -> Integer
      def self.batch(iteration_ns, iterations)
        (BATCH_NS / [iteration_ns, 1].max).round.clamp(1, iterations)
      end
    end
  end
end
