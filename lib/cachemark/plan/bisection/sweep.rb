# frozen_string_literal: true

module Cachemark
  module Plan
    class Bisection
      # The search for every change. Changes can undo each other, so every step is
      # looked at in the end; halves come first, and those that moved before those that did
      # not, so that a budget that ends has shown the most.
      class Sweep
        # Spans of so many steps are gone through step by step.
        SHORT = 8

        # Array[Found]: the changes that are sure by now.
        attr_reader :found

        #: (Ground, Judge) -> void
        def initialize(ground, judge)
          @ground = ground
          @judge = judge
          @open = [ground.whole]
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
          Done.new(found: @found.sort_by(&:from), spread: spread)
        end

        private

        # Measure, or nil when all parts are known.
        def split(span)
          parts = parts(span)
          known = parts.to_h { |part| [part, @judge.glance(part)] }
          open = known.select { |_, standing| standing.nil? }.keys
          return @judge.measure(open) if open.any?

          actions = known.map { |part, standing| @ground.step?(part) ? step(part, standing) : leave(part, standing) }
          actions.compact.first
        end

        def parts(span)
          steps = @ground.steps(span)
          steps.size > SHORT ? @ground.halves(span) : steps
        end

        def leave(part, standing)
          @open << part
          @moved << part if standing == :moved
          nil
        end

        def step(part, standing)
          return unless standing == :moved

          case @judge.confirmed(part)
          when nil then return @judge.retest(part)
          when true then @found << @judge.found(part)
          end
          nil
        end

        # The smallest spans that moved without any step of theirs.
        def spread
          empty = @moved.reject { |span| @found.any? { |found| within?([found.from, found.to], span) } }
          smallest = empty.reject { |span| empty.any? { |each| each != span && within?(each, span) } }
          smallest.map { |span| @judge.moved(span) }.sort_by(&:from)
        end

        def within?(inner, outer) = inner.first >= outer.first && inner.last <= outer.last
      end
    end
  end
end
