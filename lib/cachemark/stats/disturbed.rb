# frozen_string_literal: true

module Cachemark
  module Stats
    # Omits the processes or pairs that other work disturbed far more than the others. Each knows its own disturbance:
    # how sparse its undisturbed stretches are (Cost::OfProcess#sparsity). The rule does not look at times or changes, and at
    # most half are omitted.
    module Disturbed
      # Up to this sparsity, nothing is omitted.
      LEAST = 0.03
      # Times the median sparsity.
      FACTOR = 2
      private_constant :LEAST, :FACTOR

      # Whether one is disturbed at all.
      #: (Float) -> bool
      def self.sparse?(sparsity) = sparsity > LEAST

      # Those that count, in their order; all, if fewer than `fewest` would be left. The block returns the sparsity of one.
      #: (Array[Object], fewest: Integer) { (Object) -> Float } -> Array[Object]
      def self.without(all, fewest:, &sparsity)
        sparsities = all.map(&sparsity)
        return all if sparsities.none? { |sparsity| sparse?(sparsity) }

        most = [LEAST, FACTOR * Median.of(sparsities)].max
        kept = all.zip(sparsities).select { |_, sparsity| sparsity <= most }.map(&:first)
        kept.size < fewest ? all : kept
      end
    end
  end
end
