# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # What pairs say of a metric that time blurs, asked twice: by a typical block, which sees small
      # differences, and by all time over all calls, which sees what few calls pay for (a stall, a
      # reconnect) and is blurred by everything that the host does. The second has the word where it
      # contradicts the first beyond doubt; both share the verdict's alpha.
      class Twofold
        # The typical block's part of alpha.
        TYPICAL = 0.8
        # Metrics of which totals are told; the fastest sub-batch is typical by its nature.
        TOTALLED = %w[wall cpu].freeze

        #: (Array[PairEvidence::Pair], String, alpha: Float, margin: Float, sequential: bool) -> void
        def initialize(pairs, metric, alpha:, margin:, sequential:)
          @pairs = pairs
          @metric = metric
          @alpha = alpha
          @rest = { margin: margin, sequential: sequential }
        end

        # The members of Verdict that speak of the effect.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          few = few_calls?
          told = few ? total : typical
          untold = { reason: "the driver of this language does not tell #{@metric}" } if told.effects.empty? && @pairs.any?
          said = told.to_h
          { **said, costs: costs(said[:effect], few), footnotes: few ? [sentence].freeze : [].freeze, **untold.to_h }
        end

        private

        # The contender's follows from the baseline's by the effect, which is from pairs: the middles of both
        # arms were not measured at the same moments, and need not have that ratio.
        def costs(effect, few)
          baseline = Costs.of(@pairs, @metric, total: few) if effect
          baseline && [baseline, baseline * (1 + effect)]
        end

        def totalled? = TOTALLED.include?(@metric)

        def typical
          @typical ||= timed(totalled? ? TYPICAL : 1) { |pair| PairEffect.of(pair.blocks, @metric) }
        end

        def total
          @total ||= timed(1 - TYPICAL) { |pair| PairEffect.total(pair.blocks, @metric) }
        end

        def timed(part, &)
          Timed.new(@pairs.filter_map(&), alpha: @alpha * part, **@rest)
        end

        # Whether the two intervals have nothing in common, and all calls together differ.
        def few_calls?
          return false unless totalled? && typical.interval && total.interval

          apart = total.interval.first > typical.interval.last || total.interval.last < typical.interval.first
          apart && !total.interval.first.negative? == !total.interval.last.negative?
        end

        def sentence
          format("few calls make the difference: a typical block costs %+.1f %% [%.1f, %.1f]",
                 *[typical.to_h[:effect], *typical.interval].map { |share| share * 100 })
        end
      end
    end
  end
end
