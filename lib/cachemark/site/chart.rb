# frozen_string_literal: true

module Cachemark
  module Site
    # Charts of a site, as Vega-Lite: costs over time and over releases, a panel for each series, and the differences of two
    # versions.
    module Chart
      FACETS = HTML::Charts::Facets
      HEIGHT = 150
      LINES = { field: "line", type: "nominal", title: "line", legend: { orient: "top" } }.freeze
      TIME = { field: "at", type: "temporal", title: nil, axis: { labelOverlap: true, tickCount: 6 },
               scale: { type: "utc" } }.freeze
      RELEASE = { field: "version", type: "ordinal", title: nil, axis: { labelAngle: -45, labelOverlap: true } }.freeze
      NAME = { field: "name", type: "nominal", sort: nil, axis: { title: nil, grid: true, ticks: false, domain: false } }.freeze
      private_constant :FACETS, :HEIGHT, :LINES, :TIME, :RELEASE, :NAME

      class << self
        # nil with fewer than two points.
        #
        # - `points` are Hashes of group, line, at (ISO 8601), value, low, high and text.
        # - `moves` are Hashes of group, at, move ("slower", "faster") and text.
        # - `axis` is the title of the figures.
        #: (String, Array[Hash], moves: Array[Hash], axis: String, title: String, words: String) -> Report::HTML::Chart?
        def over_time(id, points, moves:, axis:, **texts)
          return if points.size < 2

          HTML::Chart.new(id: id, **texts, spec: spec([*points, *moves], TIME, axis, "linear", color: LINES, shape: LINES))
        end

        # The same for points with a `version`, in the order of `versions`.
        #: (String, Array[Hash], versions: Array[String], axis: String, title: String, words: String) -> Report::HTML::Chart?
        def over_releases(id, points, versions:, axis:, **texts)
          return if points.size < 2

          HTML::Chart.new(id: id, **texts, spec: spec(points, RELEASE.merge(sort: versions), axis, "step-after"))
        end

        # Points have a name, value, low and high in percent, and text.
        #: (String, Array[Hash], title: String, words: String) -> Report::HTML::Chart?
        def differences(id, points, **texts)
          return if points.empty?

          x = FACETS.figures("value", "% more (right) or less (left)")
          layer = [FACETS.mark(0), interval({ y: NAME }, x), dot({ x: x, y: NAME })]
          grouped = points.map { |point| { group: "all", **point } }
          HTML::Chart.new(id: id, **texts, spec: FACETS.spec(grouped, layer))
        end

        private

        def spec(points, x, axis, interpolate, **line)
          y = { field: "value", type: "quantitative", title: axis, scale: { zero: false, nice: true }, axis: { tickCount: 5 } }
          shared = { x: x, **line.slice(:color) }
          curve = { mark: { type: "line", interpolate: interpolate, opacity: 0.7 }, encoding: { **shared, y: y } }
          figures = [curve, interval(shared, y, side: :y), dot({ x: x, y: y, **line })]
          layer = figures.map { |mark| { transform: [{ filter: "!datum.move" }], **mark } }
          FACETS.spec(points, [move(x), *layer], height: HEIGHT)
        end

        # The mark of a change.
        def move(x)
          colour = { condition: { test: "datum.move === 'slower'", value: "var(--slower)" }, value: "var(--faster)" }
          { transform: [{ filter: "datum.move" }], mark: { type: "rule", strokeDash: [4, 3], strokeWidth: 1.5 },
            encoding: { x: x, color: colour, tooltip: { field: "text" } } }
        end

        def interval(shared, axis, **side) = FACETS.interval(shared, axis, **side, strokeWidth: 1.5, opacity: 0.5)
        def dot(encoding) = FACETS.dots({ **encoding, tooltip: { field: "text" } })
      end
    end
  end
end
