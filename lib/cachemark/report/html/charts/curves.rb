# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Figures with their intervals along a line: over the values of a parameter, over the rate of calls, over time, and over
        # releases.
        module Curves
          HEIGHT = 230
          # Of a panel of a history.
          LOW = 150
          SWEEP = "Lower is better. Each line is a client over the values of %s, with 95 %% intervals over fresh processes. " \
                  "Dashed lines are references."
          RATES = "The solid line is p99 with its 95 % interval over fresh processes, the dashed one p50; both count from when " \
                  "a call was due."
          PERCENTILES = { "p50" => :p50_ns, "p99" => :p99_ns }.freeze
          LINES = { field: "line", type: "nominal", title: "line", legend: { orient: "top" } }.freeze
          TIME = { field: "time", type: "temporal", title: nil, axis: { labelOverlap: true, tickCount: 6 },
                   scale: { type: "utc" } }.freeze
          RELEASE = { field: "version", type: "ordinal", title: nil, axis: { labelAngle: -45, labelOverlap: true } }.freeze
          private_constant :HEIGHT, :LOW, :SWEEP, :RATES, :PERCENTILES, :LINES, :TIME, :RELEASE

          class << self
            # Time per call over the values of a dimension: a panel for each place, a line for each contender. nil if no row has
            # a time.
            #: (Stats::Sweep) -> Chart?
            def sweep(sweep)
              rows = sweep.series.flat_map(&:rows).compact.select(&:wall_ns)
              return if rows.empty?

              size, unit = Charts.unit(rows.map(&:wall_ns))
              points = sweep.series.flat_map { |series| sweep_points(sweep, series, size) }
              Chart.new(id: "sweep-#{sweep.name}", title: "Time per call by #{sweep.name}",
                        words: format(SWEEP, sweep.names.join(" and ")), spec: sweep_spec(sweep, points, "#{unit} per call"))
            end

            # Latency over the arrival rate of calls, for each contender. nil if no row has a percentile.
            #: (Stats::OpenLoop, Cells) -> Chart?
            def rates(table, cells)
              rows = cells.in_groups(table.listed.select { |row| row.ok? && row.rate && row.percentiles })
              times = rows.filter_map(&:p99_ns)
              return if times.empty?

              size, unit = Charts.unit(times)
              limit = Spec.mark(table.slo_ns / size, axis: :y) if table.slo_ns
              words = [RATES, *("The dotted line is the limit." if limit)].join(" ")
              Chart.new(id: "rates", title: "Latency by rate", words: words, spec: rates_spec(
                rows.flat_map { |row| rate(row, cells, size) }, "latency, #{unit}", limit
              ))
            end

            # Costs over time: a panel for each series, a colour for each line. nil with fewer than two points.
            #
            # - `points` are Hashes of group, line, time (ISO 8601), at, low, high and text.
            # - `moves` are Hashes of group, time, move ("slower", "faster") and text.
            #: (id: String, points: Array[Hash], moves: Array[Hash], axis: String, title: String, words: String) -> Chart?
            def trend(points:, moves:, axis:, **texts)
              return if points.size < 2

              Chart.new(**texts, spec: course([*points, *moves], TIME, axis, "linear", color: LINES, shape: LINES))
            end

            # The same for points with a `version`, in the order of `versions`.
            #: (id: String, points: Array[Hash], versions: Array[String], axis: String, title: String, words: String) -> Chart?
            def releases(points:, versions:, axis:, **texts)
              return if points.size < 2

              Chart.new(**texts, spec: course(points, RELEASE.merge(sort: versions), axis, "step-after"))
            end

            private

            def sweep_points(sweep, series, size)
              places = sweep.numbers || sweep.values
              series.rows.each_with_index.filter_map do |row, at|
                sweep_point(series, row, size).merge(x: places[at], value: sweep.values[at]) if row&.wall_ns
              end
            end

            def sweep_point(series, row, size)
              low, high = row.interval || [row.wall_ns, row.wall_ns]
              { group: series.place, name: "#{series.contender}#{" (reference)" if series.reference}",
                reference: series.reference || Vocabulary::References.include?(row.client),
                **{ at: row.wall_ns, low: low, high: high }.transform_values { |time| (time / size).round(5) },
                text: "#{row.contender}, #{row.scenario}: #{Figures.time_of(row)}" }
            end

            # Colours are in the order of the table.
            def sweep_spec(sweep, points, title)
              y = Spec.axis("at", title, ticks: 3, type: Spec.scale(points))
              colour = { field: "name", type: "nominal", title: nil, sort: points.map { |point| point[:name] }.uniq }
              dash = { condition: { test: "datum.reference", value: [5, 3] }, value: [1, 0] }
              curve(points, { x: sweep_axis(sweep), y: y, color: colour }, dash)
            end

            # Only the measured values have ticks, in the notation of the command.
            def sweep_axis(sweep)
              numbers = sweep.numbers
              return { field: "value", type: "ordinal", title: sweep.name, sort: sweep.values } unless numbers

              label = "#{sweep.values.to_json}[indexof(#{numbers.to_json}, datum.value)]"
              Spec.axis("x", sweep.name, type: numbers.min.positive? ? Spec.scale(numbers) : "linear", zero: false)
                  .merge(axis: { values: numbers, labelExpr: label, grid: false })
            end

            def rate(row, cells, size)
              PERCENTILES.filter_map do |percentile, name|
                ns = row.percentiles[name] or next
                low, high = row.intervals&.fetch(name, nil) || [ns, ns]
                { **cells.place(row), rate: row.rate, percentile: percentile,
                  **{ at: ns, low: low, high: high }.transform_values { |time| (time / size).round(4) },
                  text: "#{row.contender}, #{Figures.rate(row.rate)}: #{percentile} #{Figures.time(ns)}" }
              end
            end

            def rates_spec(points, title, limit)
              place = { x: Spec.axis("rate", "calls a second", ticks: 8, zero: false),
                        y: Spec.axis("at", title, ticks: 6, type: "log"), color: { field: "name", type: "nominal", title: nil } }
              dash = Spec.kinds("percentile", { "p99" => [1, 0], "p50" => [5, 3] })
              curve(points, place, dash, below: [limit].compact, filter: "datum.percentile == 'p99'")
            end

            # `filter` selects the points that have an interval.
            def curve(points, place, dash, below: [], filter: nil)
              layer = [*below, Spec.layer("line", { **place, strokeDash: dash }),
                       Spec.interval(place, place[:y], side: :y, filter: filter), Spec.dots({ **place, **TIP })]
              Spec.panels(points, layer, height: HEIGHT)
            end

            def course(points, x, axis, interpolate, **line)
              y = Spec.axis("at", axis, ticks: 5, zero: false, nice: true)
              shared = { x: x, **line.slice(:color) }
              own = { filter: "!datum.move" }
              colour = { condition: { test: "datum.move === 'slower'", value: "var(--slower)" }, value: "var(--faster)" }
              move = { filter: "datum.move", strokeDash: [4, 3], strokeWidth: 1.5 }
              layer = [Spec.layer("rule", { x: x, color: colour, **TIP }, **move),
                       Spec.layer("line", { **shared, y: y }, **own, interpolate: interpolate, opacity: 0.7),
                       Spec.interval(shared, y, side: :y, **own, strokeWidth: 1.5, opacity: 0.5),
                       Spec.dots({ x: x, y: y, **line, **TIP }, **own)]
              Spec.panels(points, layer, height: LOW)
            end
          end
        end
      end
    end
  end
end
