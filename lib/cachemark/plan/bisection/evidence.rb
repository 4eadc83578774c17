# frozen_string_literal: true

module Cachemark
  module Plan
    class Bisection
      # The evidence of each span's pairs. A span has few pairs, so its noise is judged together with the noise of all other
      # spans. Its variance is weighted with the number of its pairs, theirs with at most LENT (the moderated variance of
      # Smyth 2004). A span is [from, to], or [from, to, :again] for its retests.
      class Evidence
        LENT = 20
        # A pair further than this many standard deviations from its span's median is moved to that distance.
        FAR = 3.0
        # The factor from the median absolute deviation to a standard deviation.
        MAD_TO_SD = 1.4826
        # With this many degrees of freedom, Student's t is as good as the normal distribution.
        MANY = 100_000
        # Sets the number of pairs at which the mixture is narrowest: about ten.
        MIXTURE = 1.0

        #: (Array[Measured]) -> void
        def initialize(measured)
          @effects = measured.group_by { |each| [each.from, each.to, *(:again if each.retest)] }
                             .transform_values { |all| all.flat_map(&:effects) }.reject { |_, effects| effects.empty? }
          @tame = tamed
          @squares = @tame.transform_values { |values| squares(values) }
          @all_squares = @squares.values.sum
          @freedom = @effects.sum { |_, values| values.size - 1 }
        end

        #: ([Integer, Integer]) -> Array[Float]
        def effects(span) = @effects.fetch(span, [])

        # Integer: the number of pairs measured.
        def pairs(span) = effects(span).size

        # The log ratio; nil without pairs.
        #: ([Integer, Integer]) -> Float?
        def estimate(span) = @tame[span] && mean(@tame[span])

        # Half the width of an interval that holds however often it is looked at (Robbins' normal mixture). It is wider while
        # the noise is known from few pairs.
        #: ([Integer, Integer], Float) -> Float
        def half_width(span, alpha)
          count = pairs(span)
          variance, degrees = variance(span)
          return Float::INFINITY unless variance

          spare = [degrees, MANY].map { |known| Stats::Interval::StudentT.quantile(1 - (alpha / 2), known) }.reduce(:/)
          reach = (count + MIXTURE) * Math.log((count + MIXTURE) / (MIXTURE * alpha * alpha))
          spare * Math.sqrt(variance * reach) / count
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

          others = @freedom - own
          lent = [LENT, others].min
          return unless own + lent > 0

          theirs = lent.zero? ? 0.0 : (@all_squares - @squares[span]) / others * lent
          [(@squares[span] + theirs) / (own + lent), own + lent]
        end

        # A pair that another process disturbed can be off by any amount, so outliers are pulled in.
        def tamed
          middles = @effects.transform_values { |values| Stats::Median.of(values) }
          far = FAR * scale(middles)
          @effects.to_h do |span, values|
            [span, values.map { |value| value.clamp(middles[span] - far, middles[span] + far) }]
          end
        end

        # The median of few values is close to them: of two values, half of each deviation is lost.
        def scale(middles)
          deviations = @effects.flat_map { |span, values| values.map { |value| (value - middles[span]).abs } }
          freedom = deviations.size - @effects.size
          return 0.0 unless freedom.positive?

          MAD_TO_SD * Stats::Median.of(deviations) * Math.sqrt(deviations.size / freedom.to_f)
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
