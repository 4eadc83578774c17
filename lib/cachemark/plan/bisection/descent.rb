# frozen_string_literal: true

module Cachemark
  module Plan
    class Bisection
      # The search for one change: down the half that changed more, and back where an
      # answer does not stand.
      class Descent
        #: (Ground, Judge) -> void
        def initialize(ground, judge)
          @ground = ground
          @judge = judge
          @left = []
        end

        #: () -> (Measure | Done | Undecided)
        def answer
          whole = @ground.whole
          case @judge.standing(whole, fine: Judge::FINEST)
          when nil then @judge.measure([whole])
          when :same then ends(whole)
          else outcome(search(whole))
          end
        end

        # Array: none; the one change that is sure ends the search.
        def found = []

        private

        # An estimate within the margin whose interval is not says nothing.
        def ends(whole)
          return Done.new(found: []) if @judge.within?(whole)

          Undecided.new(reason: "the ends differ by so nearly the margin that more pairs would not tell", from: whole.first,
                        to: whole.last)
        end

        def outcome(result)
          return result if result.is_a?(Measure)

          Done.new(found: [result].compact, spread: result ? [] : @left)
        end

        # Measure, Found, or nil: no step in the span did it.
        def search(span)
          return confirm(span) if @ground.step?(span)

          halves = @ground.halves(span)
          first = @judge.larger(halves) or return @judge.measure(halves)
          return spread(span) if first == :neither

          search(first) || other((halves - [first]).first) || spread(span)
        end

        # The half that was left is looked at again once the first has failed.
        def other(half)
          case @judge.standing(half)
          when nil then @judge.measure([half])
          when :moved then search(half)
          end
        end

        def confirm(step)
          case @judge.confirmed(step)
          when nil then @judge.retest(step)
          when true then @judge.found(step)
          end
        end

        # The smallest spans that moved without any step of theirs.
        def spread(span)
          inner = @left.any? { |each| each.from >= span.first && each.to <= span.last }
          @left << @judge.moved(span) unless inner
          nil
        end
      end
    end
  end
end
