# frozen_string_literal: true

module Cachemark
  module Stats
    # Wilcoxon's signed-rank statistic over the changes of pairs. Ranks keep an extreme pair from deciding. Inverted, the
    # test gives an interval: the values that it would not reject.
    #
    # The only assumption is that changes are symmetric around the truth. For the test, randomisation makes that true: if
    # nothing differs, the arms are only names, and each sign is a coin toss. For the interval it remains an assumption.
    # Skewed changes around a value that is not 0 move the interval away from their mean, towards their median.
    #
    # Ties share their middle rank. Zeros are ranked with the others and count for neither side (Pratt). Without them, a run
    # with more evidence for "no difference" would look smaller.
    module SignedRank
      class << self
        # The two-sided p of "positive and negative are equally likely". It is exact up to 250 values.
        #: (Array[Float]) -> Float
        def p(values)
          ranks = doubled_ranks(values)
          signed = values.zip(ranks).reject { |value, _| value.zero? }
          above, below = signed.partition { |value, _| value.positive? }.map { |side| side.sum(&:last) }
          [1.0, 2 * Null.of(signed.map(&:last)).below([above, below].min)].min
        end

        # [low, high] around the estimate. It contains the centre of symmetry of the values with a probability of 1 - alpha
        # or more. nil if there are too few values for that.
        #: (Array[Float], Float) -> [Float, Float]?
        def interval(values, alpha)
          position = Null.critical(values.size, alpha / 2) or return
          averages = walsh(values)
          [averages[position - 1], averages[-position]]
        end

        # Hodges-Lehmann: the median of the averages of all pairs of values; nil for an empty list.
        #: (Array[Float]) -> Float?
        def estimate(values) = Median.of(walsh(values))

        private

        # The sorted averages of every two values, and of each value with itself.
        def walsh(values)
          averages = []
          values.each_with_index { |value, at| (at...values.size).each { |other| averages << ((value + values[other]) / 2.0) } }
          averages.sort!
        end

        # Middle ranks of the absolute values, doubled so that they are integers.
        def doubled_ranks(values)
          place = 0
          ranks = values.group_by(&:abs).sort.each_with_object({}) do |(size, same), found|
            found[size] = (2 * place) + same.size + 1
            place += same.size
          end
          values.map { |value| ranks[value.abs] }
        end
      end

      # The distribution of the sum of the ranks of one side if each sign is a coin toss. It is exact, computed rank by rank.
      # For more than MOST_RANKS, it is the normal limit with continuity correction.
      class Null
        MOST_RANKS = 250
        @critical = {}
        @kept = [0, [1.0]]

        class << self
          # From doubled ranks.
          #: (Array[Integer]) -> Null
          def of(doubled) = new(doubled)

          # The position of the interval's ends in the sorted averages, counted from either end, from 1. It is one more than
          # the largest sum of n ranks whose cumulative probability is at most `tail`. Nil if even the probability of 0 is
          # higher.
          #: (Integer, Float) -> Integer?
          def critical(count, tail)
            @critical.fetch([count, tail]) do
              @critical[[count, tail]] = count > MOST_RANKS ? limit(count, tail) : counted(count, tail)
            end
          end

          # The probability of each sum of the ranks 1 to n. It is kept, because a run adds one pair after the other.
          #: (Integer) -> Array[Float]
          def shares(count)
            known, shares = @kept
            known, shares = 0, [1.0] if count < known
            (known + 1..count).each { |rank| shares = Null.add(shares, rank) }
            @kept = [count, shares]
            shares
          end

          private

          def counted(count, tail)
            total = 0.0
            position = shares(count).index { |share| (total += share) > tail * (1 + 1e-12) }
            position unless position.nil? || position.zero?
          end

          # The largest sum whose normal tail is small enough, plus one; found by bisection over z.
          def limit(count, tail)
            middle = count * (count + 1) / 4.0
            spread = Math.sqrt(count * (count + 1) * ((2 * count) + 1) / 24.0)
            low, high = 0.0, 40.0
            60.times { Null.normal((low + high) / 2) <= tail ? high = (low + high) / 2 : low = (low + high) / 2 }
            (middle - (spread * high) + 0.5).floor
          end
        end

        # The distribution with one more rank, computed from the distribution without it.
        #: (Array[Float], Integer) -> Array[Float]
        def self.add(shares, rank)
          Array.new(shares.size + rank) do |sum|
            before = sum < shares.size ? shares[sum] : 0.0
            (sum >= rank ? before + shares[sum - rank] : before) / 2
          end
        end

        # The share of the normal distribution above z.
        #: (Float) -> Float
        def self.normal(z) = 0.5 * Math.erfc(z / Math.sqrt(2))

        #: (Array[Integer]) -> void
        def initialize(doubled)
          @doubled = doubled
        end

        # The probability of this sum (of doubled ranks) or less.
        #: (Integer) -> Float
        def below(sum) = @doubled.size > MOST_RANKS ? limit(sum) : counted(sum)

        private

        # Sums above the one in question need no counting.
        def counted(sum)
          return Null.shares(@doubled.size).first((sum / 2) + 1).sum if plain?

          shares = [1.0]
          @doubled.sort.each { |rank| shares = Null.add(shares, rank).first(sum + 1) }
          shares.sum
        end

        # Whether there are neither ties nor zeros: the ranks are then 1 to n.
        def plain? = @doubled.sort == (1..@doubled.size).map { |rank| 2 * rank }

        def limit(sum)
          spread = Math.sqrt(@doubled.sum { |rank| rank * rank }) / 2
          Null.normal(((@doubled.sum / 2.0) - sum - 1) / spread)
        end
      end
    end
  end
end
