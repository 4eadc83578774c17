# frozen_string_literal: true

module Cachemark
  module Stats
    # The fresh pairs that test a step of `find` again. They alone decide whether the step is named. Its arguments are log
    # ratios of cost, one per pair.
    module Retest
      # The confidence of the interval.
      CONFIDENCE = 0.99

      class << self
        # [low, high]
        #: (Array[Float]) -> [Float, Float]
        def interval(effects) = SignedRank.interval(effects, 1 - CONFIDENCE) || student_bounds(effects)

        # Whether the interval excludes 0. Without that, the step may have changed nothing.
        #: (Array[Float]) -> bool
        def resolved?(effects)
          low, high = interval(effects)
          low.positive? || high.negative?
        end

        # Whether every change that an answer of the record names is resolved.
        #: (Hash) -> bool
        def decides?(answer) = answer["found"].all? { |found| resolved?(found["effects"]) }

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
