# frozen_string_literal: true

module Cachemark
  module Stats
    # The 95 % interval of a cost. Its unit is the fresh process. Blocks of one process share that process's luck (address
    # layout, hash seeds), so they do not show how much the next process will differ.
    module Interval
      # With fewer processes there is no interval.
      FEWEST = 6
      CONFIDENCE = 0.95

      class << self
        # [low, high] around exp(mean of logs); nil if there are too few processes. `logs` has one log estimate per process.
        # `sequential` chooses the interval that stays valid under peeking. `between_runs` is a half-width that processes of one
        # run do not show.
        #: (Array[Float], ?sequential: bool, ?between_runs: Float) -> [Float, Float]?
        def of(logs, sequential: false, between_runs: 0.0)
          return if logs.size < FEWEST

          within = sequential ? Sequential.half_width(logs, alpha: 1 - CONFIDENCE) : fixed_half_width(logs)
          return if within.infinite?

          half = Math.hypot(within, between_runs)
          mean = mean(logs)
          [Math.exp(mean - half), Math.exp(mean + half)]
        end

        # The estimate itself: exp(mean of logs); nil for an empty list.
        #: (Array[Float]) -> Float?
        def middle(logs)
          Math.exp(mean(logs)) unless logs.empty?
        end

        private

        def fixed_half_width(logs)
          mean = mean(logs)
          variance = logs.sum { |log| (log - mean)**2 } / (logs.size - 1)
          StudentT.quantile((1 + CONFIDENCE) / 2, logs.size - 1) * Math.sqrt(variance / logs.size)
        end

        def mean(logs) = logs.sum / logs.size
      end

      # A confidence interval for a mean that stays valid however often it is looked at: the t confidence sequence with a
      # scale-invariant normal mixture (Lai 1976; Wang and Ramdas 2024). `--for SHARE` uses no other interval to stop. A fixed-n
      # interval that is looked at until it is narrow covers far less than it claims.
      #
      # With S and V the sum and the sum of squares of x - m over n values,
      #   M_n = sqrt(c2 / (n + c2)) * ((n + c2) V / ((n + c2) V - S^2)) ** (n / 2)
      # is a martingale if m is the mean. It then exceeds 1/alpha with a probability of at most alpha at any n. The interval
      # holds every m for which it does not.
      module Sequential
        # Sets the n at which the mixture is narrowest: 0.5 is within 7 % of the best width at each n from 6 (the fewest
        # processes) to 40 (a long run).
        MIXTURE = 0.5

        class << self
          # Half the width of the interval around the mean, in the unit of the values; Float::INFINITY while there are too
          # few values.
          #: (Array[Float], ?alpha: Float) -> Float
          def half_width(values, alpha: 0.05)
            count = values.size
            ratio = largest_ratio(count, alpha) or return Float::INFINITY

            mean = values.sum / count
            variance = values.sum { |value| (value - mean)**2 } / count
            Math.sqrt(variance * ratio / (count - ratio))
          end

          # The same, in standard errors of the mean of `count` values; Float::INFINITY while these are too few.
          #: (Integer, ?alpha: Float) -> Float
          def errors(count, alpha: 0.05)
            ratio = largest_ratio(count, alpha)
            ratio ? Math.sqrt((count - 1) * ratio / (count - ratio)) : Float::INFINITY
          end

          private

          # The largest S^2 / V that the martingale still allows; nil if it allows all.
          def largest_ratio(count, alpha)
            return if count < 2

            bound = (Math.sqrt((count + MIXTURE) / MIXTURE) / alpha)**(2.0 / count)
            ratio = (1 - (1 / bound)) * (count + MIXTURE)
            ratio if ratio < count
          end
        end
      end

      # Student's t distribution: its quantiles, and Welch's interval for the difference of two means. No gem that is still
      # maintained computes them, so the incomplete beta function is evaluated by its continued fraction.
      module StudentT
        TINY = 1e-300
        STEPS = 300
        @quantiles = {}

        class << self
          # The t below which `probability` (above 0.5, below 1) of the distribution with `degrees` lies.
          #: (Float, Integer) -> Float
          def quantile(probability, degrees)
            @quantiles[[probability, degrees]] ||= invert(probability, degrees)
          end

          # The share of the distribution below `t` (not negative).
          #: (Float, Integer) -> Float
          def cumulative(t, degrees)
            1 - (0.5 * beta(degrees / (degrees + (t * t)), degrees / 2.0, 0.5))
          end

          # [low, estimate, high] of mean(values) - mean(others), whose spreads may differ (Welch 1947); each has at least two.
          #: (Array[Float], Array[Float], confidence: Float) -> [Float, Float, Float]
          def difference(values, others, confidence:)
            middle = mean(values) - mean(others)
            parts = [values, others].map { |sample| variance(sample) / sample.size }
            return [middle] * 3 if parts.sum.zero?

            degrees = (parts.sum**2) / [values, others].zip(parts).sum { |sample, part| (part**2) / (sample.size - 1) }
            half_width = quantile((1 + confidence) / 2, [degrees.floor, 1].max) * Math.sqrt(parts.sum)
            [middle - half_width, middle, middle + half_width]
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
end
