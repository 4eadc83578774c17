# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Time against bad outcomes: a dot for each entry, with its name.
        module Choice
          HEIGHT = 320
          COLOURS = { "on the frontier" => "var(--c1)", "not on the frontier" => "var(--faint)" }.freeze
          SHAPES = COLOURS.keys.zip(%w[circle square]).to_h.freeze
          private_constant :HEIGHT, :COLOURS, :SHAPES

          class << self
            # nil for fewer than two points. They are Hashes of name, at, low, high (µs), bad, best, tuned and text.
            #: (id: String, points: Array[Hash], title: String, words: String) -> Chart?
            def of(points:, **texts)
              return if points.size < 2

              points = points.map { |point| { **point.except(:best), kind: COLOURS.keys[point[:best] ? 0 : 1] } }
              Chart.new(**texts, spec: { data: { values: Places.new(points).to_a }, height: HEIGHT, layer: layer })
            end

            private

            def layer
              x = Spec.axis("at", "µs per get", ticks: 6, zero: false, nice: true, padding: 30)
              y = Spec.axis("bad", "bad outcomes of check", ticks: 5, zero: true, nice: true, padding: 20)
              place = { x: x, y: y, **TIP }
              [Spec.interval({ y: y, color: kind(COLOURS) }, x, opacity: 0.6),
               Spec.layer("point", { **place, **dots }, size: 90, strokeWidth: 2), *names(place)]
            end

            # A dot is hollow if its entry has options.
            def dots
              { stroke: kind(COLOURS), shape: kind(SHAPES), fill: { **kind(COLOURS), legend: nil },
                fillOpacity: { condition: { test: "datum.tuned", value: 0.1 }, value: 1 } }
            end

            def kind(range) = Spec.kinds("kind", range, legend: { orient: "top" })

            def names(place)
              level = place[:y].merge(field: "level")
              { "left" => { align: "right", dx: -9 }, "right" => { align: "left", dx: 9 } }.map do |side, shift|
                Spec.layer("text", { **place, y: level, text: { field: "name" } }, filter: "datum.side === '#{side}'",
                           fontSize: 11, color: "var(--ink)", baseline: "middle", **shift)
              end
            end
          end

          # Where the names are, so that a name covers no other name and no dot. A name is next to its dot, on the side with more
          # room, and moves up or down until it is free.
          #
          # Sizes are pixels of a plot in a narrow window. In a wider one, names have more room.
          class Places
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
              taken = @points.map { |point| around(x(point), DOT, y(point), DOT) }
              @points.map do |point|
                lift = lifts(point).find { |lines| taken.none? { |box| meet?(box, name(point, lines)) } } || 0
                taken << name(point, lift)
                { **point, side: side(point), level: (point[:bad] + (lift * LINE * @most / HEIGHT.to_f)).round(3) }
              end
            end

            private

            # 0, 1, -1, 2, ...: lines up or down. No name is below 0.
            def lifts(point)
              (0..FARTHEST).flat_map { |lines| [lines, -lines].uniq }.select { |lines| y(point) + (lines * LINE) >= 0 }
            end

            def name(point, lines)
              half = point[:name].size * LETTER / 2.0
              away = DOT + 2 + half
              around(x(point) + (side(point) == "left" ? -away : away), half, y(point) + (lines * LINE), LINE / 2.0)
            end

            # [left, right, lower, upper]
            def around(x, width, y, height) = [x - width, x + width, y - height, y + height]
            def meet?(one, other) = one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
            def side(point) = x(point) > WIDTH / 2 ? "left" : "right"
            def x(point) = @span.zero? ? 0 : (point[:at] - @low) / @span * WIDTH
            def y(point) = point[:bad] * HEIGHT / @most.to_f
          end
          private_constant :Places
        end
      end
    end
  end
end
