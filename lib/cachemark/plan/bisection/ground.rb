# frozen_string_literal: true

module Cachemark
  module Plan
    class Bisection
      # The positions that can be built, and how spans between them are parted. A position
      # that is skipped later never moves a middle that was already chosen.
      class Ground
        # Integer: how many there are. Array[Integer]: those that can be built, as far as is known.
        attr_reader :size, :positions

        #: (size: Integer, skipped: Array[Integer]) -> void
        def initialize(size:, skipped:)
          @size = size
          @skipped = skipped.uniq.sort
          @positions = (0...size).to_a - skipped
        end

        # [Integer, Integer]: the whole range.
        def whole = positions.minmax

        # Whether nothing between can be built.
        #: ([Integer, Integer]) -> bool
        def step?(span) = inside(span).empty?

        # The halves of a span that is no step.
        #: ([Integer, Integer]) -> [[Integer, Integer], [Integer, Integer]]
        def halves(span)
          low, high = span
          middle = inside(span).min_by { |position| [((2 * position) - low - high).abs, position] }
          [[low, middle], [middle, high]]
        end

        # Every step of a span.
        #: ([Integer, Integer]) -> Array[[Integer, Integer]]
        def steps(span) = [span.first, *inside(span), span.last].each_cons(2).to_a

        # Positions of a span that cannot be built.
        #: ([Integer, Integer]) -> Array[Integer]
        def missing(span) = @skipped.select { |position| position.between?(*span) }

        private

        def inside(span) = positions.select { |position| position > span.first && position < span.last }
      end
    end
  end
end
