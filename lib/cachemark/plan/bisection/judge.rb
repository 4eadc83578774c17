# frozen_string_literal: true

module Cachemark
  module Plan
    class Bisection
      # What may be said of a span by now. What leads the search makes no answer: that
      # takes retests, whose evidence stands apart.
      class Judge < Value.define(:margin, :alpha, :ground, :evidence)
        # Pairs that a span is given before it is judged, and each time that more are needed.
        FIRST = 6
        MORE = 4
        # Pairs without which nothing is taken to be the same: it would close a way for good, on
        # pairs that may have shared a bad moment.
        FIRM = 24
        # An interval of half this share of the margin leaves the rest to the estimate.
        FINE = 0.4
        # The ends alone may end the search, so that they are looked at closer.
        FINEST = 0.25
        # Standard errors by which a step of a sweep must stay below the margin to be passed over:
        # what it wrongly passes is a change little above the margin.
        PASSED_OVER = 1.28

        # How the span's cost stands to the margin, :moved, :same, or nil for not yet known.
        #: ([Integer, Integer], ?fine: Float) -> Symbol?
        def standing(span, fine: FINE)
          return if evidence.pairs(span) < FIRST
          return :moved if size(span) > [limit, width(span)].max
          return if evidence.pairs(span) < FIRM
          return :same if within?(span)

          by_estimate(span) if fine?(span, fine)
        end

        # As standing, for one of many steps that are all looked at.
        #: ([Integer, Integer]) -> Symbol?
        def glance(span)
          return if evidence.pairs(span) < FIRST

          size(span) + (PASSED_OVER * evidence.error(span)) < limit ? :same : standing(span)
        end

        # The half to search first; :neither if no half moved; nil while that is not known.
        #: ([[Integer, Integer], [Integer, Integer]]) -> ([Integer, Integer] | Symbol)?
        def larger(halves)
          return if halves.any? { |half| evidence.pairs(half) < FIRST }

          less, most = halves.sort_by { |half| size(half) }
          return most if size(most) > limit && (apart?(less, most) || halves.all? { |half| beyond?(half) })

          known = halves.map { |half| standing(half) }
          return :neither if known.all?(:same)

          most if halves.all? { |half| fine?(half, FINE) } && standing(most) == :moved
        end

        # Whether a step's change showed again: true, false, or nil for not yet known.
        #: ([Integer, Integer]) -> bool?
        def confirmed(step)
          again = again(step)
          return if evidence.pairs(again) < FIRST

          effect = evidence.estimate(again) * (evidence.estimate(step).negative? ? -1 : 1)
          effect > limit if fine?(again, FINE) || (effect - limit).abs > width(again)
        end

        # Whether the span surely stays within the margin.
        #: ([Integer, Integer]) -> bool
        def within?(span) = size(span) + width(span) < limit

        # The next pairs of the span, of several, that has the fewest.
        #: (Array[[Integer, Integer]]) -> Measure
        def measure(spans)
          span = spans.min_by { |each| evidence.pairs(each) }
          more(span, evidence.pairs(span), false)
        end

        #: ([Integer, Integer]) -> Measure
        def retest(step) = more(step, evidence.pairs(again(step)), true)

        #: ([Integer, Integer]) -> Found
        def found(step)
          Found.new(from: step.first, to: step.last, effects: evidence.effects(again(step)), skipped: ground.missing(step))
        end

        # A span that moved, by what led to it.
        #: ([Integer, Integer]) -> Found
        def moved(span)
          Found.new(from: span.first, to: span.last, effects: evidence.effects(span), skipped: ground.missing(span))
        end

        private

        def more(span, pairs, retest)
          Measure.new(from: span.first, to: span.last, pairs: pairs < FIRST ? FIRST - pairs : MORE, retest: retest)
        end

        def again(step) = [*step, :again]

        def size(span) = evidence.estimate(span).abs

        def width(span) = evidence.half_width(span, share)

        def limit = Math.log(1 + margin)

        # Each level of halves decides twice, the ends and the answer once.
        def share = alpha / ((2 * Math.log2(ground.size).ceil) + 2)

        def fine?(span, fine) = width(span) <= fine * limit

        def by_estimate(span) = size(span) > limit ? :moved : :same

        def beyond?(span) = size(span) - width(span) > limit

        # A wrong turn here costs pairs and no answer: the retest fails, and the search comes back.
        def apart?(less, most)
          size(most) - size(less) > Math.hypot(evidence.half_width(less, alpha), evidence.half_width(most, alpha))
        end
      end
    end
  end
end
