# frozen_string_literal: true

module Cachemark
  module Plan
    # The order in which a round visits its cells: a fresh permutation for every
    # round, the same for the same seed, so that no cell always follows the same
    # neighbour (its caches, its server memory) and a run can be repeated.
    class Order
      #: (Integer) -> void
      def initialize(seed)
        @seed = seed
        freeze
      end

      #: (Array[Object], generation: Integer, round: Integer) -> Array[Object]
      def round(cells, generation:, round:)
        cells.shuffle(random: Random.new((@seed * 1_000_003) + (generation * 10_007) + round))
      end
    end
  end
end
