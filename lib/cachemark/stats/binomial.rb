# frozen_string_literal: true

module Cachemark
  module Stats
    # Exact one-sided bounds of a proportion (Clopper and Pearson 1934).
    module Binomial
      class << self
        # The share that is certainly reached: with a lower one, so many of n would come in less
        # than 5 % of all cases.
        #
        #: (Integer, Integer, ?confidence: Float) -> Float
        def lower(hits, count, confidence: 0.95)
          return 0.0 if hits.zero?

          bisect { |share| at_least(hits, count, share) < 1 - confidence }
        end

        # The share that is certainly not exceeded.
        #
        #: (Integer, Integer, ?confidence: Float) -> Float
        def upper(hits, count, confidence: 0.95) = 1 - lower(count - hits, count, confidence: confidence)

        private

        # The largest share for which the condition holds.
        def bisect
          low, high = 0.0, 1.0
          60.times do
            middle = (low + high) / 2
            yield(middle) ? low = middle : high = middle
          end
          low
        end

        def at_least(hits, count, share)
          (hits..count).sum { |many| Math.exp(log_choose(count, many) + (many * log(share)) + ((count - many) * log(1 - share))) }
        end

        def log(share) = Math.log([share, Float::MIN].max)

        def log_choose(count, many)
          Math.lgamma(count + 1).first - Math.lgamma(many + 1).first - Math.lgamma(count - many + 1).first
        end
      end
    end
  end
end
