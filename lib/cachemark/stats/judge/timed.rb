# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # What the pairs say in a metric that time blurs: an estimate with an interval, and the
      # smallest effect that would have been called slower.
      class Timed
        # How often an effect of the size of `resolution` is seen.
        POWER = 0.95

        # Shares: what is asked of the interval. `alpha` is this verdict's own part of it.
        #
        #: (Array[Float], alpha: Float, margin: Float, ?sequential: bool) -> void
        def initialize(effects, alpha:, margin:, sequential: false)
          @effects = effects
          @alpha = alpha
          @margin = margin
          @sequential = sequential
        end

        # Array[Float]: the pairs' effects as logs.
        attr_reader :effects

        # The members of Verdict that speak of the effect: none of them where the pairs are too few.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          verdict, reason = judged
          { verdict: verdict, reason: reason, effect: bounds && share(middle), interval: interval, resolution: resolution,
            p: (SignedRank.p(@effects) unless @sequential || @effects.empty?), pairs: @effects.size }
        end

        # [low, high] of the effect; nil where the pairs are too few.
        #
        #: () -> [Float, Float]?
        def interval = bounds&.map { |bound| share(bound) }

        # The smallest effect that would have been called slower with a probability of POWER: the interval has to lie above
        # 0 whole, and where its lower end comes to lie is chance, too. nil where the pairs are too few.
        #
        #: () -> Float?
        def resolution
          return unless bounds

          half = [middle - bounds.first, bounds.last - middle].max
          share(half + (half / reach * StudentT.quantile(POWER, @effects.size - 1)))
        end

        private

        def judged
          return ["unresolved", few] if bounds.nil?

          low, high = interval
          return ["slower", nil] if low.positive?
          return ["faster", nil] if high.negative?

          low >= -@margin && high <= @margin ? ["same", nil] : ["unresolved", vague]
        end

        def few
          return "no pair of processes was completed" if @effects.empty?
          return "#{told(@effects.size)}, fewer than #{FEWEST}" if @effects.size < FEWEST

          "#{told(@effects.size)} cannot be this sure (alpha #{format("%.2g", @alpha)} for each verdict)"
        end

        def told(count) = count == 1 ? "1 pair of processes" : "#{count} pairs of processes"

        def vague
          shares = [*interval, @margin].map { |bound| bound * 100 }
          format("between %+.1f %% and %+.1f %%: neither beyond 0 nor within ± %g %%", *shares)
        end

        # As logs.
        def bounds
          return if @effects.size < FEWEST

          @bounds ||= @sequential ? sequential : SignedRank.interval(@effects, @alpha)
        end

        def sequential
          half = Interval::Sequential.half_width(@effects, alpha: @alpha)
          [middle - half, middle + half] if half.finite?
        end

        def middle
          return if @effects.empty?

          @middle ||= @sequential ? @effects.sum / @effects.size : SignedRank.estimate(@effects)
        end

        # Half of the interval in standard errors.
        def reach
          return StudentT.quantile(1 - (@alpha / 2), @effects.size - 1) unless @sequential

          error = Math.sqrt(@effects.sum { |effect| (effect - middle)**2 } / (@effects.size - 1) / @effects.size)
          error.positive? ? (bounds.last - bounds.first) / 2 / error : Float::INFINITY
        end

        def share(log) = log && (Math.exp(log) - 1)
      end
    end
  end
end
