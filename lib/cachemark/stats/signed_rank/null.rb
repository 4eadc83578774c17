# frozen_string_literal: true

module Cachemark
  module Stats
    module SignedRank
      # How the sum of the ranks of one side is distributed where each sign is a coin's: counted out by
      # adding one rank after the other, for more than MOST by its normal limit with continuity correction.
      class Null
        MOST = 250
        @critical = {}
        @kept = [0, [1.0]]

        class << self
          # Of doubled ranks.
          #
          #: (Array[Integer]) -> Null
          def of(doubled) = new(doubled)

          # One more than the largest sum of n ranks that, or less than that, has at most the probability `tail`:
          # the interval's ends are the averages that come so many-th from each end. Nil where even 0 is likelier.
          #
          #: (Integer, Float) -> Integer?
          def critical(count, tail)
            @critical.fetch([count, tail]) { @critical[[count, tail]] = count > MOST ? limit(count, tail) : counted(count, tail) }
          end

          # The probability of each sum of the ranks 1 to n; kept, as a run adds pair after pair.
          #
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
            outside = shares(count).index { |share| (total += share) > tail * (1 + 1e-12) }
            outside unless outside.nil? || outside.zero?
          end

          # The first z whose normal tail is small enough, as a sum.
          def limit(count, tail)
            middle = count * (count + 1) / 4.0
            spread = Math.sqrt(count * (count + 1) * ((2 * count) + 1) / 24.0)
            low, high = 0.0, 40.0
            60.times { Null.normal((low + high) / 2) <= tail ? high = (low + high) / 2 : low = (low + high) / 2 }
            (middle - (spread * high) + 0.5).floor
          end
        end

        # The distribution with one more rank, from that without it.
        #
        #: (Array[Float], Integer) -> Array[Float]
        def self.add(shares, rank)
          Array.new(shares.size + rank) do |sum|
            before = sum < shares.size ? shares[sum] : 0.0
            (sum >= rank ? before + shares[sum - rank] : before) / 2
          end
        end

        # The share of the normal distribution that lies beyond z.
        #
        #: (Float) -> Float
        def self.normal(z) = 0.5 * Math.erfc(z / Math.sqrt(2))

        #: (Array[Integer]) -> void
        def initialize(doubled)
          @doubled = doubled
        end

        # The probability of this sum (of doubled ranks) or less.
        #
        #: (Integer) -> Float
        def below(sum) = @doubled.size > MOST ? limit(sum) : counted(sum)

        private

        # Sums beyond the one asked for need no counting.
        def counted(sum)
          return Null.shares(@doubled.size).first((sum / 2) + 1).sum if plain?

          shares = [1.0]
          @doubled.sort.each { |rank| shares = Null.add(shares, rank).first(sum + 1) }
          shares.sum
        end

        # Neither ties nor zeros: the ranks are 1 to n.
        def plain? = @doubled.sort == (1..@doubled.size).map { |rank| 2 * rank }

        def limit(sum)
          spread = Math.sqrt(@doubled.sum { |rank| rank * rank }) / 2
          Null.normal(((@doubled.sum / 2.0) - sum - 1) / spread)
        end
      end
    end
  end
end
