# frozen_string_literal: true

module Cachemark
  module Plan
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
  end
end
