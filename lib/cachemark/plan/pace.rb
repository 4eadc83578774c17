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

      # Iterations of one block, from the cost of one iteration in ns.
      #: (Numeric) -> Integer
      def self.iterations(iteration_ns, block_ns: BLOCK_NS)
        (block_ns / [iteration_ns, 1].max).round.clamp(1, MOST)
      end

      # Iterations timed together inside a block.
      #: (Numeric, Integer) -> Integer
      def self.batch(iteration_ns, iterations)
        (BATCH_NS / [iteration_ns, 1].max).round.clamp(1, iterations)
      end
    end
  end
end
