# frozen_string_literal: true

module Cachemark
  module Stats
    class Judgement
      # Judges pairs by a timed metric. The result is an estimate with an interval, and the smallest change that would have
      # been called slower.
      class Timed
        # The probability with which a change as large as `resolution` is detected.
        POWER = 0.95

        # `effects` are logs, one per pair. `alpha` is this verdict's part of the report's alpha. `margin` is the share
        # within which two costs are the same.
        #: (Array[Float], alpha: Float, margin: Float, ?sequential: bool) -> void
        def initialize(effects, alpha:, margin:, sequential: false)
          @effects = effects
          @alpha = alpha
          @margin = margin
          @sequential = sequential
        end

        # Array[Float]: the change in each pair, as a log.
        attr_reader :effects

        # The members of Verdict that are about the change. If there are too few pairs, the figures among them are nil.
        #: () -> Hash[Symbol, Object]
        def to_h
          verdict, reason = judged
          { verdict: verdict, reason: reason, effect: bounds && share(middle), interval: interval, resolution: resolution,
            p: (SignedRank.p(@effects) unless @sequential || @effects.empty?), pairs: @effects.size }
        end

        # [low, high] of the change; nil if there are too few pairs.
        #: () -> [Float, Float]?
        def interval = bounds&.map { |bound| share(bound) }

        # The smallest change that would have been called slower with a probability of POWER. The whole interval must be
        # above 0, and the position of its lower end is also subject to chance. nil if there are too few pairs.
        #: () -> Float?
        def resolution
          return unless bounds

          half = [middle - bounds.first, bounds.last - middle].max
          share(half + (half / half_width_in_errors * Interval::StudentT.quantile(POWER, @effects.size - 1)))
        end

        private

        def judged
          return ["unresolved", few] if bounds.nil?

          low, high = interval
          return ["slower", nil] if low.positive?
          return ["faster", nil] if high.negative?

          return ["same", nil] if low >= -@margin && high <= @margin

          ["unresolved", Remark[:between, low: low, high: high, margin: @margin]]
        end

        def few
          return Remark[:no_pairs] if @effects.empty?
          return Remark[:few_pairs, count: @effects.size, fewest: FEWEST] if @effects.size < FEWEST

          Remark[:unsure, count: @effects.size, alpha: @alpha]
        end

        # [low, high] of the change as logs; nil if there are too few pairs.
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

        # Half the width of the interval, in standard errors.
        def half_width_in_errors
          return Interval::StudentT.quantile(1 - (@alpha / 2), @effects.size - 1) unless @sequential

          error = Math.sqrt(@effects.sum { |effect| (effect - middle)**2 } / (@effects.size - 1) / @effects.size)
          error.positive? ? (bounds.last - bounds.first) / 2 / error : Float::INFINITY
        end

        def share(log) = log && (Math.exp(log) - 1)

        # Asks the same question in two ways. The typical block shows small differences. All time over all calls shows costs
        # that few calls pay (a stall, a reconnect), but every disturbance of the host blurs it. The second answer counts if
        # it surely contradicts the first; both share the verdict's alpha.
        class TypicalAndTotal
          # The typical block's part of alpha.
          TYPICAL = 0.8
          # Metrics that have totals. The fastest stretch is typical by definition.
          TOTALLED = %w[wall cpu].freeze

          #: (Array[Pairs::Pair], String, alpha: Float, margin: Float, sequential: bool) -> void
          def initialize(pairs, metric, alpha:, margin:, sequential:)
            @pairs = pairs
            @metric = metric
            @alpha = alpha
            @rest = { margin: margin, sequential: sequential }
          end

          # The members of Verdict that are about the change.
          #: () -> Hash[Symbol, Object]
          def to_h
            few = few_calls?
            answer = few ? total : typical
            unknown = { reason: Remark[:unreported_metric, metric: @metric] } if answer.effects.empty? && @pairs.any?
            found = answer.to_h
            { **found, costs: costs(found[:effect], few), footnotes: few ? [footnote].freeze : [].freeze, **unknown.to_h }
          end

          private

          # The contender's cost is computed from the baseline's cost and the change, which comes from pairs. The medians of
          # both arms were not measured at the same moments, so their ratio can differ.
          def costs(effect, few)
            baseline = Costs.of(@pairs, @metric, total: few) if effect
            baseline && [baseline, baseline * (1 + effect)]
          end

          def totalled? = TOTALLED.include?(@metric)

          def typical
            @typical ||= timed(totalled? ? TYPICAL : 1) { |pair| pair.effect(@metric) }
          end

          def total
            @total ||= timed(1 - TYPICAL) { |pair| pair.total(@metric) }
          end

          def timed(part, &)
            Timed.new(@pairs.filter_map(&), alpha: @alpha * part, **@rest)
          end

          # Whether the two intervals do not overlap, and the totals surely differ.
          def few_calls?
            return false unless totalled? && typical.interval && total.interval

            separate = total.interval.first > typical.interval.last || total.interval.last < typical.interval.first
            separate && !total.interval.first.negative? == !total.interval.last.negative?
          end

          def footnote = Remark[:few_calls, effect: typical.to_h[:effect], interval: typical.interval]
        end

        # The cost of a call of the baseline, in ns: the median of its processes.
        module Costs
          class << self
            # nil if the driver does not report the metric. `total`: all time divided by all calls.
            #: (Array[Pairs::Pair], String, ?total: bool) -> Float?
            def of(pairs, metric, total: false)
              processes = pairs.map { |pair| pair.arm("baseline") }.reject(&:empty?)
              Median.of(processes.filter_map { |blocks| total ? mean(blocks, metric) : cost(blocks, metric) })
            end

            private

            def cost(blocks, metric)
              case metric
              when "wall" then Math.exp(Cost::OfProcess.new(blocks).log)
              when "cpu" then mean(blocks, metric)
              when "fastest" then Cost.new(blocks).to_h[:fastest_ns]
              end
            end

            def mean(blocks, metric)
              Cost.spent_ns(blocks, metric)&.fdiv(blocks.sum { |block| block["calls"] })
            end
          end
        end
      end
    end
  end
end
