# frozen_string_literal: true

module Cachemark
  module Plan
    class Bisection
      # The evidence of each span's pairs. A span has few pairs, so its noise is judged together with the noise of all other
      # spans. Its variance is weighted with the number of its pairs, theirs with at most BORROWED_PAIRS (the moderated
      # variance of Smyth 2004). A span is [from, to], or [from, to, :retest] for its retests.
      class Evidence
        BORROWED_PAIRS = 20
        # A pair further than this many standard deviations from its span's median is moved to that distance.
        OUTLIER_SD = 3.0
        # The factor from the median absolute deviation to a standard deviation.
        MAD_TO_SD = 1.4826
        # With this many degrees of freedom, Student's t is as good as the normal distribution.
        NORMAL_DEGREES = 100_000
        # Sets the number of pairs at which the mixture is narrowest: about ten.
        MIXTURE = 1.0

        #: (Array[Measured]) -> void
        def initialize(measured)
          @effects = measured.group_by { |each| [each.from, each.to, *(:retest if each.retest)] }
                             .transform_values { |all| all.flat_map(&:effects) }.reject { |_, effects| effects.empty? }
          @clamped = clamped
          @squares = @clamped.transform_values { |values| squares(values) }
          @all_squares = @squares.values.sum
          @all_degrees = @effects.sum { |_, values| values.size - 1 }
        end

        #: ([Integer, Integer]) -> Array[Float]
        def effects(span) = @effects.fetch(span, [])

        # The place of a retest among the retests, in the order in which they began, from 1.
        #: ([Integer, Integer, Symbol]) -> Integer
        def number(retest)
          begun = @effects.keys.select { |key| key.last == :retest }
          (begun.index(retest) || begun.size) + 1
        end

        # Integer: the number of pairs measured.
        def pairs(span) = effects(span).size

        # The log ratio; nil without pairs.
        #: ([Integer, Integer]) -> Float?
        def estimate(span) = @clamped[span] && mean(@clamped[span])

        # Half the width of an interval that holds however often it is looked at (Robbins' normal mixture). It is wider while
        # the noise is known from few pairs.
        #: ([Integer, Integer], Float) -> Float
        def half_width(span, alpha)
          count = pairs(span)
          variance, degrees = variance(span)
          return Float::INFINITY unless variance

          quantiles = [degrees, NORMAL_DEGREES].map { |known| Stats::Interval::StudentT.quantile(1 - (alpha / 2), known) }
          boundary = (count + MIXTURE) * Math.log((count + MIXTURE) / (MIXTURE * alpha * alpha))
          quantiles.reduce(:/) * Math.sqrt(variance * boundary) / count
        end

        # The standard error of the estimate; Float::INFINITY while the noise is unknown.
        #: ([Integer, Integer]) -> Float
        def error(span)
          variance, = variance(span)
          variance ? Math.sqrt(variance / pairs(span)) : Float::INFINITY
        end

        private

        # [variance of a pair, degrees of freedom]; nil if there are none.
        def variance(span)
          own = pairs(span) - 1
          return if own.negative?

          others = @all_degrees - own
          borrowed = [BORROWED_PAIRS, others].min
          return unless own + borrowed > 0

          theirs = borrowed.zero? ? 0.0 : (@all_squares - @squares[span]) / others * borrowed
          [(@squares[span] + theirs) / (own + borrowed), own + borrowed]
        end

        # A pair that another process disturbed can be off by any amount, so outliers are pulled in.
        def clamped
          middles = @effects.transform_values { |values| Stats::Median.of(values) }
          limit = OUTLIER_SD * scale(middles)
          @effects.to_h do |span, values|
            middle = middles[span]
            [span, values.map { |value| value.clamp(middle - limit, middle + limit) }]
          end
        end

        # The median of few values is close to them: of two values, half of each deviation is lost.
        def scale(middles)
          deviations = @effects.flat_map do |span, values|
            middle = middles[span]
            values.map { |value| (value - middle).abs }
          end
          degrees = deviations.size - @effects.size
          return 0.0 unless degrees.positive?

          MAD_TO_SD * Stats::Median.of(deviations) * Math.sqrt(deviations.size / degrees.to_f)
        end

        def mean(values) = values.sum / values.size

        def squares(values)
          middle = mean(values)
          values.sum { |value| (value - middle)**2 }
        end
      end
    end
  end
end
