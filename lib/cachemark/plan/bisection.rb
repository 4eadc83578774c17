# frozen_string_literal: true

module Cachemark
  module Plan
    # Finds the steps of a range that changed the cost: it decides what to measure next until it has an answer. It depends
    # only on its arguments, so a search can continue from its record.
    #
    # Positions are 0...size. `margin` is the smallest ratio that matters (0.01), `alpha` the share of wrong answers, and
    # `most_pairs` the budget. `all` asks for every change, including those that later changes undo. `counted`: the cost is a
    # count, which no bad moment moves.
    #
    # The search for one change measures the ends first, and then both halves of the span that changed. It measures fresh
    # pairs until one half's change exceeds the other's by more than noise explains. The last span is one step. Its change
    # must appear again in fresh pairs, and exceed the margin there. If it does not, the search returns to the halves that it
    # skipped.
    class Bisection < Value.define(:size, :margin, alpha: 0.01, all: false, most_pairs: nil, counted: false)
      # The possible answers of `next`. Measure: take this number of fresh pairs between two positions.
      Measure = Value.define(:from, :to, :pairs, retest: false)
      # A change. `effects` are those of the retest, which had `alpha`; `skipped` are the positions in it that cannot be built.
      Found = Value.define(:from, :to, :effects, :alpha, skipped: [].freeze)
      # `unlocated` are spans that changed by more than the margin although no single step in them did.
      Done = Value.define(:found, unlocated: [].freeze)
      # `from` and `to` are the span at which the search ended, `found` the changes found by then.
      Undecided = Value.define(:reason, from: nil, to: nil, found: [].freeze)

      #: (Array[Measured], ?Array[Integer]) -> (Measure | Done | Undecided)
      def next(measurements, skipped = [])
        positions = Positions.new(size: size, skipped: skipped)
        return Undecided.new(reason: "fewer than two of #{size} could be measured") if positions.buildable.size < 2

        assessment = Assessment.new(margin: margin, alpha: alpha, positions: positions, evidence: Evidence.new(measurements),
                                    counted: counted)
        search = (all ? AllChanges : OneChange).new(positions, assessment)
        within_budget(search.answer, search.found, measurements)
      end

      private

      def within_budget(answer, found, measurements)
        return answer unless most_pairs && answer.is_a?(Measure)

        left = most_pairs - measurements.sum { |measured| measured.effects.size }
        return answer.with(pairs: [answer.pairs, left].min) if left.positive?

        Undecided.new(reason: "#{most_pairs} pairs were measured and more are needed", found: found,
                      from: answer.from, to: answer.to)
      end

      # The result of fresh pairs between two positions of a range. `effects` are log ratios of cost, one per pair, positive
      # if `to` costs more. `retest`: the pairs were measured to test an answer, and no step towards that answer has used
      # them.
      Measured = Value.define(:from, :to, :effects, retest: false)

      # The positions that can be built, and how spans between them are split. A position that is skipped later never moves a
      # middle that was already chosen.
      class Positions
        # Integer: the number of positions. Array[Integer]: the positions that can be built, as far as is known.
        attr_reader :size, :buildable

        #: (size: Integer, skipped: Array[Integer]) -> void
        def initialize(size:, skipped:)
          @size = size
          @skipped = skipped.uniq.sort
          @buildable = (0...size).to_a - skipped
        end

        # [Integer, Integer]: the whole range.
        def whole = buildable.minmax

        # Whether no position between the two can be built.
        #: ([Integer, Integer]) -> bool
        def step?(span) = inside(span).empty?

        # The halves of a span that is more than one step.
        #: ([Integer, Integer]) -> [[Integer, Integer], [Integer, Integer]]
        def halves(span)
          low, high = span
          middle = inside(span).min_by { |position| [((2 * position) - low - high).abs, position] }
          [[low, middle], [middle, high]]
        end

        #: ([Integer, Integer]) -> Array[[Integer, Integer]]
        def steps(span) = [span.first, *inside(span), span.last].each_cons(2).to_a

        # Positions of a span that cannot be built.
        #: ([Integer, Integer]) -> Array[Integer]
        def missing(span) = @skipped.select { |position| position.between?(*span) }

        private

        def inside(span) = buildable.select { |position| position > span.first && position < span.last }
      end

      # Judges spans by the pairs measured so far. The pairs that direct the search do not decide its answer: retests do, and
      # their evidence is separate.
      class Assessment < Value.define(:margin, :alpha, :positions, :evidence, counted: false)
        # Pairs of a span before it is judged, and pairs added each time that more are needed.
        FIRST_PAIRS = 6
        MORE_PAIRS = 4
        # A span with fewer pairs is never judged :same. That would close a path for good, and the pairs may have shared a
        # bad moment.
        FEWEST_FOR_SAME = 24
        # Once half the interval is at most this share of the margin, the estimate decides.
        PRECISE = 0.4
        # The ends alone can end the search, so they are measured more precisely.
        MOST_PRECISE = 0.25
        # A sweep passes over a step if its estimate plus this many standard errors is below the margin. A change that it
        # wrongly passes over is little above the margin.
        SKIP_ERRORS = 1.28

        # How the span's cost compares with the margin: :moved, :same, or nil if that is still unknown.
        #: ([Integer, Integer], ?precision: Float) -> Symbol?
        def judge(span, precision: PRECISE)
          return if evidence.pairs(span) < FIRST_PAIRS
          return :moved if size(span) > [limit, width(span)].max
          return if evidence.pairs(span) < (counted ? FIRST_PAIRS : FEWEST_FOR_SAME)
          return :same if within?(span)

          by_estimate(span) if precise?(span, precision)
        end

        # Like `judge`, for one of many steps that are all measured.
        #: ([Integer, Integer]) -> Symbol?
        def judge_in_sweep(span)
          return if evidence.pairs(span) < FIRST_PAIRS

          size(span) + (SKIP_ERRORS * evidence.error(span)) < limit ? :same : judge(span)
        end

        # The half to search first; :neither if no half moved; nil if that is still unknown.
        #: ([[Integer, Integer], [Integer, Integer]]) -> ([Integer, Integer] | Symbol)?
        def larger(halves)
          return if halves.any? { |half| evidence.pairs(half) < FIRST_PAIRS }

          less, most = halves.sort_by { |half| size(half) }
          return most if size(most) > limit && (differ?(less, most) || halves.all? { |half| surely_moved?(half) })

          known = halves.map { |half| judge(half) }
          return :neither if known.all?(:same)

          most if halves.all? { |half| precise?(half, PRECISE) } && judge(most) == :moved
        end

        # Whether a step's change appeared again: true, false, or nil if that is still unknown. It did if the interval that
        # the report prints excludes 0 as well.
        #: ([Integer, Integer]) -> bool?
        def confirmed(step)
          key = retest_key(step)
          return if evidence.pairs(key) < FIRST_PAIRS

          effect = evidence.estimate(key) * (evidence.estimate(step).negative? ? -1 : 1)
          return unless precise?(key, PRECISE) || (effect - limit).abs > width(key)

          return false if effect <= limit

          true if Stats::Retest.resolved?(evidence.effects(key), retest_alpha(step))
        end

        # Whether the whole interval of the span's change is within the margin.
        #: ([Integer, Integer]) -> bool
        def within?(span) = size(span) + width(span) < limit

        # Asks for more pairs of the span, among several, that has the fewest.
        #: (Array[[Integer, Integer]]) -> Measure
        def measure(spans)
          span = spans.min_by { |each| evidence.pairs(each) }
          more(span, evidence.pairs(span), false)
        end

        #: ([Integer, Integer]) -> Measure
        def retest(step)
          more(step, evidence.pairs(retest_key(step)), true, fewest: Stats::Retest.fewest(retest_alpha(step)))
        end

        #: ([Integer, Integer]) -> Found
        def found(step)
          effects = evidence.effects(retest_key(step))
          Found.new(from: step.first, to: step.last, effects: effects, alpha: retest_alpha(step),
                    skipped: positions.missing(step))
        end

        # A span that moved, with the pairs of the search as its evidence.
        #: ([Integer, Integer]) -> Found
        def moved(span)
          Found.new(from: span.first, to: span.last, effects: evidence.effects(span), alpha: alpha,
                    skipped: positions.missing(span))
        end

        private

        def more(span, pairs, retest, fewest: FIRST_PAIRS)
          more = pairs < fewest ? fewest - pairs : MORE_PAIRS
          Measure.new(from: span.first, to: span.last, pairs: more, retest: retest)
        end

        def retest_key(step) = [*step, :retest]

        # Any step that is tested again can become an answer.
        def retest_alpha(step) = Stats::Retest.alpha(evidence.number(retest_key(step)), total: alpha)

        def size(span) = evidence.estimate(span).abs

        def width(span) = evidence.half_width(span, share)

        def limit = Math.log(1 + margin)

        # Each level of halves takes two decisions; the ends and the answer take one each.
        def share = alpha / ((2 * Math.log2(positions.size).ceil) + 2)

        def precise?(span, precision) = width(span) <= precision * limit

        def by_estimate(span) = size(span) > limit ? :moved : :same

        def surely_moved?(span) = size(span) - width(span) > limit

        # A wrong turn here costs pairs but gives no wrong answer: the retest fails, and the search comes back.
        def differ?(less, most)
          size(most) - size(less) > Math.hypot(evidence.half_width(less, alpha), evidence.half_width(most, alpha))
        end
      end

      # The search for one change. It follows the half that changed more, and goes back if an answer fails its retest.
      class OneChange
        #: (Positions, Assessment) -> void
        def initialize(positions, assessment)
          @positions = positions
          @assessment = assessment
          @unlocated = []
        end

        #: () -> (Measure | Done | Undecided)
        def answer
          whole = @positions.whole
          case @assessment.judge(whole, precision: Assessment::MOST_PRECISE)
          when nil then @assessment.measure([whole])
          when :same then ends(whole)
          else outcome(search(whole))
          end
        end

        # Array: always empty, because the first confirmed change ends the search.
        def found = []

        private

        # If the estimate is within the margin but its interval is not, there is no answer.
        def ends(whole)
          return Done.new(found: []) if @assessment.within?(whole)

          Undecided.new(reason: "the ends differ by so nearly the margin that more pairs would not decide", from: whole.first,
                        to: whole.last)
        end

        def outcome(result)
          return result if result.is_a?(Measure)

          Done.new(found: [result].compact, unlocated: result ? [] : @unlocated)
        end

        # Measure, Found, or nil if no step in the span caused the change.
        def search(span)
          return confirm(span) if @positions.step?(span)

          halves = @positions.halves(span)
          first = @assessment.larger(halves) or return @assessment.measure(halves)
          return keep_unlocated(span) if first == :neither

          search(first) || other((halves - [first]).first) || keep_unlocated(span)
        end

        # Searches the half that was skipped, once the first half has failed.
        def other(half)
          case @assessment.judge(half)
          when nil then @assessment.measure([half])
          when :moved then search(half)
          end
        end

        def confirm(step)
          case @assessment.confirmed(step)
          when nil then @assessment.retest(step)
          when true then @assessment.found(step)
          end
        end

        # Keeps the smallest spans that moved although no single step in them did.
        def keep_unlocated(span)
          inner = @unlocated.any? { |each| each.from >= span.first && each.to <= span.last }
          @unlocated << @assessment.moved(span) unless inner
          nil
        end
      end

      # The search for every change. Changes can undo each other, so in the end every step is measured. Halves come first,
      # and halves that moved come before those that did not. A search whose budget runs out has then shown the most.
      class AllChanges
        # Spans of at most this many steps are searched step by step.
        SHORT = 8

        # Array[Found]: the changes confirmed so far.
        attr_reader :found

        #: (Positions, Assessment) -> void
        def initialize(positions, assessment)
          @positions = positions
          @assessment = assessment
          @open = [positions.whole]
          @found = []
          @moved = []
        end

        #: () -> (Measure | Done)
        def answer
          until @open.empty?
            span = @open.min_by { |each| [@moved.include?(each) ? 0 : 1, each.first - each.last, each.first] }
            @open.delete(span)
            action = split(span)
            return action if action
          end
          Done.new(found: @found.sort_by(&:from), unlocated: unlocated)
        end

        private

        # Measure, or nil once all parts are judged.
        def split(span)
          parts = parts(span)
          known = parts.to_h { |part| [part, @assessment.judge_in_sweep(part)] }
          open = known.select { |_, judgement| judgement.nil? }.keys
          return @assessment.measure(open) if open.any?

          actions = known.map { |part, judgement| @positions.step?(part) ? step(part, judgement) : queue(part, judgement) }
          actions.compact.first
        end

        def parts(span)
          steps = @positions.steps(span)
          steps.size > SHORT ? @positions.halves(span) : steps
        end

        def queue(part, judgement)
          @open << part
          @moved << part if judgement == :moved
          nil
        end

        def step(part, judgement)
          return unless judgement == :moved

          case @assessment.confirmed(part)
          when nil then return @assessment.retest(part)
          when true then @found << @assessment.found(part)
          end
          nil
        end

        # The smallest spans that moved although no single step in them did.
        def unlocated
          empty = @moved.reject { |span| @found.any? { |found| within?([found.from, found.to], span) } }
          smallest = empty.reject { |span| empty.any? { |each| each != span && within?(each, span) } }
          smallest.map { |span| @assessment.moved(span) }.sort_by(&:from)
        end

        def within?(inner, outer) = inner.first >= outer.first && inner.last <= outer.last
      end
    end
  end
end
