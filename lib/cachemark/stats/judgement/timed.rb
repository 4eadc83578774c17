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

        # Asks the same question in several ways, from the most precise to the one that leaves nothing out:
        #
        # - a call at its cheapest,
        # - the cost of a typical block, which shows work that a client does once in several calls,
        # - all time over all calls, which shows a stall or a reconnect in few of them.
        #
        # Whatever else the host does blurs the later answers more. One of them counts if it surely contradicts the answer
        # before it. All share the verdict's alpha.
        class Questions
          # The part of alpha that each question has, by metric; without `blocks` where blocks have no stretches. The fastest
          # stretch is the only question of its metric.
          PARTS = { effect: 0.8, block_effect: 0.1, total: 0.1 }.freeze
          PARTS_OF_BLOCKS = { effect: 0.8, total: 0.2 }.freeze
          TOTALLED = %w[wall cpu].freeze
          private_constant :PARTS, :PARTS_OF_BLOCKS, :TOTALLED

          # The first question's part, and the least part of any.
          FIRST = PARTS.values.first
          LEAST = PARTS.values.min

          #: (Array[Pairs::Pair], String, alpha: Float, margin: Float, sequential: bool) -> void
          def initialize(pairs, metric, alpha:, margin:, sequential:)
            @pairs = pairs
            @metric = metric
            @alpha = alpha
            @rest = { margin: margin, sequential: sequential }
            @parts = asked
          end

          class << self
            # The [question, answer] that counts, of several in their order. Answers respond to `interval`.
            #: (Array[[Symbol, Object]]) -> [Symbol, Object]
            def decide(answers)
              answers.reduce { |known, following| contradicts?(known.last, following.last) ? following : known }
            end

            # Says what the first question's answer is if another one counts.
            #: (Symbol, effect: Float, interval: [Float, Float]) -> Remark?
            def footnote(question, **first)
              Remark[question == :total ? :few_calls : :some_calls, **first] unless question == :effect
            end

            private

            # Whether the two intervals do not overlap, and the later answer surely is a change.
            def contradicts?(known, following)
              return false unless known.interval && following.interval

              low, high = following.interval
              (low > known.interval.last || high < known.interval.first) && !low.negative? == !high.negative?
            end
          end

          # {question => the part of alpha that it has}
          attr_reader :parts

          # The members of Verdict that are about the change.
          #: () -> Hash[Symbol, Object]
          def to_h
            question, answer = Questions.decide(answers.to_a)
            unknown = { reason: Remark[:unreported_metric, metric: @metric] } if answer.effects.empty? && @pairs.any?
            found = answer.to_h
            { **found, costs: costs(found[:effect], question), footnotes: [footnote(question)].compact.freeze, **unknown.to_h }
          end

          # {question => Timed}
          def answers
            @answers ||= parts.to_h do |question, part|
              effects = @pairs.filter_map { |pair| pair.public_send(question, @metric) }
              [question, Timed.new(effects, alpha: @alpha * part, **@rest)]
            end
          end

          # The contender's cost is computed from the baseline's cost and the change, which comes from pairs. The medians of
          # both arms were not measured at the same moments, so their ratio can differ. nil without a change.
          #: (Float?, Symbol) -> [Float, Float]?
          def costs(effect, question)
            baseline = Costs.of(@pairs, @metric, question: question) if effect
            baseline && [baseline, baseline * (1 + effect)]
          end

          private

          def asked
            return { effect: 1 } unless TOTALLED.include?(@metric)

            @metric == "wall" && @pairs.any?(&:stretched?) ? PARTS : PARTS_OF_BLOCKS
          end

          def footnote(question)
            first = answers[:effect]
            Questions.footnote(question, effect: first.to_h[:effect], interval: first.interval)
          end
        end

        # The cost of a call of the baseline, in ns: the median of its processes.
        module Costs
          class << self
            # nil if the driver does not report the metric. `question` is the one of Questions that the cost answers.
            #: (Array[Pairs::Pair], String, ?question: Symbol) -> Float?
            def of(pairs, metric, question: :effect)
              whole = pairs.reject { |pair| pair.arm("baseline").empty? }
              Median.of(whole.filter_map { |pair| one(pair, pair.arm("baseline"), metric, question) })
            end

            private

            def one(pair, blocks, metric, question)
              return Cost.new(blocks).to_h[:fastest_ns] if metric == "fastest"
              return mean(blocks, metric) if metric == "cpu" || question == :total

              question == :effect ? pair.cost_ns("baseline") : Math.exp(Cost::OfProcess.new(blocks).block_log)
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
