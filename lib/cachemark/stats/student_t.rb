# frozen_string_literal: true

module Cachemark
  module Stats
    # Student's t distribution: its quantiles, and Welch's interval for the difference of two means. No gem that is still
    # maintained computes them, so the incomplete beta function is evaluated by its continued fraction.
    module StudentT
      TINY = 1e-300
      STEPS = 300
      @quantiles = {}

      class << self
        # The t below which `probability` (above 0.5, below 1) of the distribution with `degrees` lies.
        #
        #: (Float, Integer) -> Float
        def quantile(probability, degrees)
          @quantiles[[probability, degrees]] ||= invert(probability, degrees)
        end

        # The share of the distribution below `t` (not negative).
        #
        #: (Float, Integer) -> Float
        def cumulative(t, degrees)
          1 - (0.5 * beta(degrees / (degrees + (t * t)), degrees / 2.0, 0.5))
        end

        # [low, estimate, high] of mean(values) - mean(others), whose spreads may differ (Welch 1947); each has at least two.
        #
        #: (Array[Float], Array[Float], confidence: Float) -> [Float, Float, Float]
        def difference(values, others, confidence:)
          middle = mean(values) - mean(others)
          parts = [values, others].map { |sample| variance(sample) / sample.size }
          return [middle] * 3 if parts.sum.zero?

          degrees = (parts.sum**2) / [values, others].zip(parts).sum { |sample, part| (part**2) / (sample.size - 1) }
          reach = quantile((1 + confidence) / 2, [degrees.floor, 1].max) * Math.sqrt(parts.sum)
          [middle - reach, middle, middle + reach]
        end

        private

        def mean(values) = values.sum / values.size
        def variance(values) = mean(values).then { |mean| values.sum { |value| (value - mean)**2 } / (values.size - 1) }

        def invert(probability, degrees)
          high = 1.0
          high *= 2 while cumulative(high, degrees) < probability
          low = 0.0
          100.times do
            middle = (low + high) / 2
            cumulative(middle, degrees) < probability ? low = middle : high = middle
          end
          (low + high) / 2
        end

        # The regularised incomplete beta function I_x(a, b).
        def beta(x, a, b)
          return 0.0 if x <= 0
          return 1.0 if x >= 1
          return 1 - beta(1 - x, b, a) if x > (a + 1) / (a + b + 2)

          log_front = Math.lgamma(a + b)[0] - Math.lgamma(a)[0] - Math.lgamma(b)[0]
          Math.exp(log_front + (a * Math.log(x)) + (b * Math.log(1 - x))) * fraction(x, a, b) / a
        end

        # Lentz's method.
        def fraction(x, a, b)
          c = 1.0
          d = result = 1 / away_from_zero(1 - ((a + b) * x / (a + 1)))
          (1..STEPS).each do |m|
            terms(x, a, b, m).each do |term|
              d = 1 / away_from_zero(1 + (term * d))
              c = away_from_zero(1 + (term / c))
              result *= c * d
            end
            break if (c * d - 1).abs < 1e-15
          end
          result
        end

        def terms(x, a, b, m)
          even = m * (b - m) * x / ((a + (2 * m) - 1) * (a + (2 * m)))
          odd = -(a + m) * (a + b + m) * x / ((a + (2 * m)) * (a + (2 * m) + 1))
          [even, odd]
        end

        def away_from_zero(number) = number.abs < TINY ? TINY : number
      end
    end
  end
end
