# frozen_string_literal: true

module Cachemark
  module Plan
    # The order of the cells in a round: a new permutation for every round, the same for the same seed. No cell always
    # follows the same other cell (its caches, its server memory), and a run can be repeated.
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

      # The order of a pair's blocks. Every comparison gets `count` quads, half of them A B B A and half B A A B; if the
      # number is odd, the last one is drawn. All quads are shuffled, so that neither arm has the better place and no
      # scenario always follows the same other one.
      module Quads
        ORDERS = [%w[baseline contender contender baseline].freeze, %w[contender baseline baseline contender].freeze].freeze

        # Array of [comparison, number of the quad in it, its four arms].
        #: (Array[Comparison], Integer, random: Random) -> Array[[Comparison, Integer, Array[String]]]
        def self.order(comparisons, count, random:)
          comparisons.flat_map do |comparison|
            balanced(count, random).each_with_index.map { |arms, number| [comparison, number, arms] }
          end.shuffle(random: random)
        end

        def self.balanced(count, random)
          first = random.rand(2)
          Array.new(count) { |at| ORDERS[(at + first) % 2] }.shuffle(random: random)
        end
        private_class_method :balanced
      end

      # Chooses the match of the next pair. It cycles over all matches in random order. The A/A match takes part in every
      # NOISE-th cycle; fewer than 12 of its pairs would show nothing.
      class Rotation
        NOISE = 3

        #: (Array[Match], random: Random) -> void
        def initialize(matches, random:)
          @noise, @others = matches.partition(&:noise)
          @random = random
          @cycle = -1
          @queue = []
        end

        # The next match; nil if none is left. The block says which matches still take part.
        #: () { (Match) -> bool } -> Match?
        def next(&)
          @queue = next_cycle(&) if @queue.none?(&)
          @queue.shift until @queue.empty? || yield(@queue.first)
          @queue.shift
        end

        # Pairs until every match except the A/A one has `count`, and the A/A match its share. The block says which matches
        # still take part.
        #: (Integer) ?{ (Match) -> bool } -> Integer
        def pairs(count, &live)
          noise, others = [@noise, @others].map { |all| live ? all.count(&live) : all.size }
          (count * others) + (count.fdiv(NOISE).ceil * noise)
        end

        # Pairs until the A/A match has `count` as well. The others have theirs from as many cycles.
        #: (Integer) ?{ (Match) -> bool } -> Integer
        def full(count, &live) = pairs(count * NOISE, &live)

        private

        def next_cycle(&)
          @cycle += 1
          due = @others.select(&)
          due += @noise.select(&) if (@cycle % NOISE).zero? || due.empty?
          due.shuffle(random: @random)
        end
      end
    end
  end
end
