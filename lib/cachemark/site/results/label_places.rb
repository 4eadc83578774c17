# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Where the names of a scatter chart are, so that a name covers no other name and no dot. A name is next to its dot, on the
      # side with more room, and moves up or down until it is free.
      #
      # Sizes are pixels of a plot in a narrow window. In a wider one, names have more room.
      class LabelPlaces
        WIDTH = 500
        HEIGHT = 260
        LETTER = 6
        LINE = 15
        DOT = 7
        # How many lines a name may move.
        FARTHEST = 8
        private_constant :WIDTH, :HEIGHT, :LETTER, :LINE, :DOT, :FARTHEST

        # Points are Hashes with `name`, `at` (the horizontal figure) and `bad` (the vertical one, from 0 on).
        #: (Array[Hash]) -> void
        def initialize(points)
          @points = points.sort_by { |point| point.values_at(:bad, :at) }
          @low, high = points.map { |point| point[:at] }.minmax
          @span = high - @low
          @most = [points.map { |point| point[:bad] }.max, 1].max
        end

        # Array[Hash]: each point with `side`, "left" or "right", and `level`, the vertical figure at which its name is.
        def to_a
          taken = @points.map { |point| dot(point) }
          @points.map do |point|
            lift = lifts(point).find { |lines| taken.none? { |box| meet?(box, name(point, lines)) } } || 0
            taken << name(point, lift)
            { **point, side: side(point), level: (point[:bad] + (lift * LINE * @most / HEIGHT.to_f)).round(3) }
          end
        end

        private

        # 0, 1, -1, 2, ...: lines up or down. No name is below 0.
        def lifts(point)
          (0..FARTHEST).flat_map { |lines| [lines, -lines].uniq }.select { |lines| height(point) + (lines * LINE) >= 0 }
        end

        # [left, right, lower, upper]
        def dot(point)
          x, y = along(point), height(point)
          [x - DOT, x + DOT, y - DOT, y + DOT]
        end

        def name(point, lines)
          near, length = DOT + 2, point[:name].size * LETTER
          x, y = along(point), height(point) + (lines * LINE)
          ends = side(point) == "left" ? [x - near - length, x - near] : [x + near, x + near + length]
          [*ends, y - (LINE / 2.0), y + (LINE / 2.0)]
        end

        def meet?(one, other) = one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]

        def side(point) = along(point) > WIDTH / 2 ? "left" : "right"
        def along(point) = @span.zero? ? 0 : (point[:at] - @low) / @span * WIDTH
        def height(point) = point[:bad] * HEIGHT / @most.to_f
      end
    end
  end
end
