# frozen_string_literal: true

module Cachemark
  module Stats
    # The fresh pairs that test a step of `find` again. They alone decide whether the step is named. Its arguments are log
    # ratios of cost, one per pair.
    #
    # Pairs are added until the retest is sure, so its interval must hold at any number of pairs. It consists of the values m
    # that a wager on signs does not refute. Each pair is above the truth with a probability of 1/2, whatever the pairs before
    # it. So the wager
    #   M_n(m) = 2^n * B(k + 1/2, n - k + 1/2) / B(1/2, 1/2), with k pairs above m and n - k below,
    # is a martingale if m is the truth (Ville 1939; the mixture is that of Krichevsky and Trofimov). It exceeds 1/alpha with a
    # probability of at most alpha at any n. The bounds are pairs in their order, so that a disturbed pair counts as one
    # pair, however far off it is. Neither normal nor symmetric changes are assumed, only that the truth is their median.
    module Retest
      CONFIDENCE = 0.99

      class << self
        # The part of an answer's alpha that its `number`-th retest has, from 1. The parts of any number of retests add up to
        # `total` at most, so that all changes of an answer hold together.
        #: (Integer, ?total: Float) -> Float
        def alpha(number, total: 1 - CONFIDENCE) = total / (number * (number + 1))

        # [low, high]; nil if there are too few pairs. By method 1 (TimeMethod), `alpha` is nil.
        #: (Array[Float], Float?) -> [Float, Float]?
        def interval(effects, alpha)
          return First.interval(effects) unless alpha

          position = position(effects.size, alpha) or return
          effects.sort.values_at(position, -1 - position)
        end

        # The change itself, which the interval contains.
        #: (Array[Float], Float?) -> Float
        def estimate(effects, alpha) = alpha ? Median.of(effects) : SignedRank.estimate(effects)

        # Whether the interval excludes 0. Without that, the step may have changed nothing.
        #: (Array[Float], Float?) -> bool
        def resolved?(effects, alpha)
          low, high = interval(effects, alpha)
          !low.nil? && (low.positive? || high.negative?)
        end

        # The number of pairs below which no retest is resolved.
        #: (Float) -> Integer
        def fewest(alpha) = (1..).find { |count| position(count, alpha) }

        # Whether every change that an answer of the record names is resolved.
        #: (Hash) -> bool
        def decides?(answer) = answer["found"].all? { |found| resolved?(*found.values_at("effects", "alpha")) }

        private

        # The largest number of pairs on the other side of a value that the wager still refutes.
        def position(count, alpha)
          (0..(count / 2)).take_while { |others| wager(count, others) >= -Math.log(alpha) }.last
        end

        # The logarithm of M_n.
        def wager(count, others)
          ways = Math.lgamma(others + 0.5).first + Math.lgamma(count - others + 0.5).first - Math.lgamma(count + 1).first
          (count * Math.log(2)) + ways - Math.log(Math::PI)
        end
      end

      # The interval by method 1, for a number of pairs that was known before.
      module First
        class << self
          #: (Array[Float]) -> [Float, Float]
          def interval(effects) = SignedRank.interval(effects, 1 - CONFIDENCE) || student_bounds(effects)

          private

          # Ranks of so few values cannot give this confidence. Student's t is used instead, no narrower than the values.
          def student_bounds(effects)
            mean = effects.sum / effects.size
            error = Math.sqrt(effects.sum { |effect| (effect - mean)**2 } / [effects.size - 1, 1].max / effects.size)
            half_width = Interval::StudentT.quantile((1 + CONFIDENCE) / 2, [effects.size - 1, 1].max) * error
            [*effects, mean - half_width, mean + half_width].minmax
          end
        end
      end
    end
  end
end
