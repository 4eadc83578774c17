# frozen_string_literal: true

module Cachemark
  module Plan
    # The order in which a round visits its cells: a fresh permutation for every
    # round, the same for the same seed, so that no cell always follows the same
    # other one (its caches, its server memory) and a run can be repeated.
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

      # The order of a pair's blocks: for every comparison so many quads, half of them A B B A
      # and half B A A B (an odd one is drawn), all in random order, so that neither arm has the
      # better place and no scenario always follows the same one.
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

      # Which match the next pair serves: cycles over all matches, in random order; the A/A match
      # rides along in every NOISE-th lap, because fewer than 12 of its pairs would say nothing.
      class Rotation
        NOISE = 3

        #: (Array[Match], random: Random) -> void
        def initialize(matches, random:)
          @noise, @others = matches.partition(&:noise)
          @random = random
          @lap = -1
          @queue = []
        end

        # The block says which matches are still in; nil when none is.
        #: () { (Match) -> bool } -> Match?
        def next(&)
          @queue = lap(&) if @queue.none?(&)
          @queue.shift until @queue.empty? || yield(@queue.first)
          @queue.shift
        end

        # Pairs until every match but the A/A one has `count`, and that one its share of them. The block
        # says which matches are still in.
        #: (Integer) ?{ (Match) -> bool } -> Integer
        def pairs(count, &live)
          noise, others = [@noise, @others].map { |all| live ? all.count(&live) : all.size }
          (count * others) + (count.fdiv(NOISE).ceil * noise)
        end

        # Pairs until the A/A match has `count` too, and the others their part of as many cycles.
        #: (Integer) ?{ (Match) -> bool } -> Integer
        def full(count, &live) = pairs(count * NOISE, &live)

        private

        def lap(&)
          @lap += 1
          due = @others.select(&)
          due += @noise.select(&) if (@lap % NOISE).zero? || due.empty?
          due.shuffle(random: @random)
        end
      end
    end
  end
end
