# frozen_string_literal: true

module Cachemark
  module Stats
    class Judgement
      # Judges pairs by a timed metric. The result is an Estimate of the change, and the smallest change that would have been
      # called slower.
      class Timed
        # The verdict of an interval. Within the margin, two costs are the same, even if they surely differ. With `small`, any
        # sure difference counts instead.
        #: ([Float, Float], margin: Float, ?small: bool) -> String
        def self.word(interval, margin:, small: false)
          low, high = interval
          same = low >= -margin && high <= margin
          return "same" if same && !(small && (low.positive? || high.negative?))
          return "slower" if low.positive?

          high.negative? ? "faster" : "unresolved"
        end

        # `effects` are logs, one per pair. `alpha` is this verdict's part of the report's alpha. `margin` is the share
        # within which two costs are the same; `small` as in Timed.word. The interval is wider by `apart`, the share by which the
        # same code differed from itself.
        #: (Array[Float], alpha: Float, margin: Float, ?sequential: bool, ?small: bool, ?apart: Float?) -> void
        def initialize(effects, alpha:, margin:, sequential: false, small: false, apart: nil)
          @estimate = Estimate.new(effects, alpha: alpha, fewest: FEWEST, sequential: sequential)
          @alpha = alpha
          @limits = { margin: margin, small: small }
          @sequential = sequential
          @apart = apart
          @wider = Math.log(1 + apart.to_f).abs
        end

        # Array[Float]: the change in each pair, as a log.
        def effects = @estimate.logs

        # The members of Verdict that are about the change. If there are too few pairs, the figures among them are nil.
        #: () -> Hash[Symbol, Object]
        def to_h
          verdict, reason = judged
          { verdict: verdict, reason: reason, effect: interval && share(@estimate.middle), interval: interval,
            resolution: resolution, p: (SignedRank.p(effects) unless @sequential || @apart || effects.empty?),
            pairs: effects.size, footnotes: Judgement.wider(@apart) }
        end

        # [low, high] of the change; nil if there are too few pairs.
        #: () -> [Float, Float]?
        def interval = @estimate.bounds&.then { |low, high| [share(low - @wider), share(high + @wider)] }

        # The smallest change that would have been called slower with a probability of Estimate::POWER; nil if there are too
        # few pairs.
        #: () -> Float?
        def resolution = @estimate.detectable&.then { |log| share(log + @wider) }

        private

        def judged
          return ["unresolved", few] if interval.nil?

          word = Timed.word(interval, **@limits)
          [word, (Remark[:between, low: interval.first, high: interval.last, margin: @limits[:margin]] if word == "unresolved")]
        end

        def few
          return Remark[:no_pairs] if effects.empty?
          return Remark[:few_pairs, count: effects.size, fewest: FEWEST] if effects.size < FEWEST

          Remark[:unsure, count: effects.size, alpha: @alpha]
        end

        def share(log) = Math.exp(log) - 1

        # Asks about the time per call in several ways, from the most precise to the one that leaves nothing out:
        #
        # - "wall": a call that nothing disturbs, with its share of the collections,
        # - "typical": a typical block, which shows work that a client does once in several calls,
        # - "mean": all time over all calls, which shows a stall or a reconnect in few of them.
        #
        # Whatever else the host does blurs the later answers more. Each of them is shown if it surely differs from the one
        # before it. All share the verdict's alpha.
        class Questions
          # The part of alpha that each question has; without "typical" where blocks have no stretches.
          PARTS = { "wall" => 0.8, "typical" => 0.1, "mean" => 0.1 }.freeze
          PARTS_OF_BLOCKS = { "wall" => 0.8, "mean" => 0.2 }.freeze
          # Answers that differ by less than this share of the change say the same to a reader.
          SHARE = 0.25
          private_constant :PARTS, :PARTS_OF_BLOCKS, :SHARE

          # The first question's part, and the least part of any.
          FIRST = PARTS.values.first
          LEAST = PARTS.values.min

          # `baselines` are the pairs that the baseline's cost is taken from: all in which it is one, so that it costs the same
          # in each row of a report. `apart` says how far the same code was from itself in a question.
          #: (Array[Pairs::Pair], String, alpha: Float, margin: Float, sequential: bool, ?baselines: Array[Pairs::Pair],
          #:  ?apart: ^(String) -> Float?) -> void
          def initialize(pairs, metric, alpha:, margin:, sequential:, baselines: pairs, apart: ->(_question) {})
            @pairs = pairs
            @metric = metric
            @alpha = alpha
            @baselines = baselines
            @apart = apart
            @rest = { margin: margin, sequential: sequential, small: is_a?(First) }
          end

          class << self
            # The {question => answer} to show, of several in their order: the first, each that differs from the one before it,
            # and those named. Answers respond to `interval`.
            #: (Hash[String, Object], margin: Float, ?named: Array[String]) -> Hash[String, Object]
            def shown(answers, margin:, named: [])
              answers.each_with_object({}) do |(question, answer), shown|
                known = shown.values.last
                if known.nil? || named.include?(question) || (contradicts?(known, answer) && differs?(known, answer, margin))
                  shown[question] = answer
                end
              end
            end

            # Whether the two intervals do not overlap, and the later answer surely is a change.
            #: (Object, Object) -> bool
            def contradicts?(known, following)
              return false unless known.interval && following.interval

              low, high = following.interval
              (low > known.interval.last || high < known.interval.first) && !low.negative? == !high.negative?
            end

            private

            # Whether a reader would decide otherwise: the two answers have other verdicts, or they are farther apart than the
            # margin and a share of the change.
            def differs?(known, following, margin)
              (low, high), (low2, high2) = [known, following].map(&:interval)
              return true if Timed.word([low, high], margin: margin) != Timed.word([low2, high2], margin: margin)

              [low2 - high, low - high2].max > [margin, [low.abs, high.abs].max * SHARE].max
            end
          end

          # {question => the part of alpha that it has}
          def parts
            return { @metric => 1 } unless several?

            @pairs.any?(&:stretched?) ? PARTS : PARTS_OF_BLOCKS
          end

          # {question => Timed}
          def answers
            @answers ||= parts.to_h do |question, part|
              effects = @pairs.filter_map { |pair| effect(pair, question) }
              [question, Timed.new(effects, alpha: @alpha * part, apart: @apart.call(question), **@rest)]
            end
          end

          # {metric => the members of its Verdict that are about the change}. `named` are questions to show in any case.
          #: (?Array[String]) -> Hash[String, Hash[Symbol, Object]]
          def rows(named = [])
            Questions.shown(answers, margin: @rest.fetch(:margin), named: named)
                     .to_h { |question, answer| [question, members(question, answer)] }
          end

          # [baseline, contender] of a question. The contender's cost is computed from the baseline's cost and the change, which
          # comes from pairs. The medians of both arms were not measured at the same moments, so their ratio can differ. nil
          # without a change.
          #: (Float?, String) -> [Float, Float]?
          def costs(effect, question)
            baseline = Median.of(@baselines.filter_map { |pair| pair.cost_ns("baseline", question) }) if effect
            baseline && [baseline, baseline * (1 + effect)]
          end

          private

          def several? = @metric == Vocabulary::Metrics::DEFAULT

          def effect(pair, question) = pair.effect(question)

          def members(question, answer)
            found = answer.to_h
            unknown = { reason: Remark[:unreported_metric, metric: @metric] } if answer.effects.empty? && @pairs.any?
            { **found, costs: costs(found[:effect], question), **unknown.to_h }
          end

          # By method 1 (TimeMethod): any sure difference counts, the last answer that contradicts takes the place of the first,
          # and CPU time is asked about in two ways.
          class First < Questions
            FOOTNOTES = { "typical" => :some_calls, "mean" => :few_calls }.freeze
            private_constant :FOOTNOTES

            # The [question, answer] that counts.
            #: (Hash[String, Object]) -> [String, Object]
            def self.decide(answers)
              answers.reduce { |known, following| contradicts?(known.last, following.last) ? following : known }
            end

            # Says what the first question's answer is if another one counts.
            #: (String, Object) -> Array[Remark]
            def self.footnotes(question, first)
              id = FOOTNOTES[question] or return [].freeze
              [Remark[id, effect: first.to_h[:effect], interval: first.interval]].freeze
            end

            #: () -> Hash[String, Float]
            def parts = @metric == "cpu" ? PARTS_OF_BLOCKS.transform_keys { |name| name == "wall" ? "cpu" : name } : super

            #: (?Array[String]) -> Hash[String, Hash[Symbol, Object]]
            def rows(_named = [])
              question, answer = First.decide(answers)
              { @metric => { **members(question, answer), footnotes: First.footnotes(question, answers.values.first) } }
            end

            #: (Float?, String) -> [Float, Float]?
            def costs(effect, question) = super(effect, @metric == "cpu" ? "cpu" : question)

            private

            def effect(pair, question) = question == "mean" ? pair.total(@metric) : super
          end
        end
      end
    end
  end
end
