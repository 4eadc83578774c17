# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Time per call over the values of a dimension: a panel for each place, a line for each contender.
        module Sweeps
          HEIGHT = 230
          WORDS = "Lower is better. Each line is a client over the values of %s, with 95 %% intervals over fresh processes. " \
                  "Dashed lines are references."
          private_constant :HEIGHT, :WORDS

          class << self
            # nil if no row has a time.
            #: (Stats::Sweep) -> Chart?
            def of(sweep)
              rows = sweep.series.flat_map(&:rows).compact.select(&:wall_ns)
              return if rows.empty?

              size, unit = Charts.unit(rows.map(&:wall_ns))
              points = sweep.series.flat_map { |series| points(sweep, series, size) }
              Chart.new(id: "sweep-#{sweep.name}", title: "Time per call by #{sweep.name}",
                        words: format(WORDS, sweep.names.join(" and ")), spec: spec(sweep, points, "#{unit} per call"))
            end

            private

            def points(sweep, series, size)
              places = sweep.numbers || sweep.values
              series.rows.each_with_index.filter_map do |row, at|
                point(series, row, size).merge(x: places[at], value: sweep.values[at]) if row&.wall_ns
              end
            end

            def point(series, row, size)
              low, high = row.interval || [row.wall_ns, row.wall_ns]
              { group: series.place, name: "#{series.contender}#{" (reference)" if series.reference}",
                reference: series.reference || Vocabulary::References.include?(row.client),
                **{ at: row.wall_ns, low: low, high: high }.transform_values { |time| (time / size).round(5) },
                text: "#{row.contender}, #{row.scenario}: #{Figures.time_of(row)}" }
            end

            def spec(sweep, points, title)
              scale = Facets.scale(points.map { |point| point[:at] })
              y = { field: "at", type: "quantitative", title: title, scale: { type: scale }, axis: { tickCount: 3 } }
              place = { x: x(sweep), y: y, color: colour(points) }
              dash = { condition: { test: "datum.reference", value: [5, 3] }, value: [1, 0] }
              Facets.spec(points, [{ mark: { type: "line" }, encoding: { **place, strokeDash: dash } },
                                   Facets.interval(place, y, side: :y),
                                   Facets.dots({ **place, tooltip: { field: "text" } })], height: HEIGHT)
            end

            # In the order of the table.
            def colour(points) = { field: "name", type: "nominal", title: nil, sort: points.map { |point| point[:name] }.uniq }

            # Only the measured values have ticks, in the notation of the command.
            def x(sweep)
              numbers = sweep.numbers
              return { field: "value", type: "ordinal", title: sweep.name, sort: sweep.values } unless numbers

              scale = numbers.min.positive? ? Facets.scale(numbers) : "linear"
              label = "#{sweep.values.to_json}[indexof(#{numbers.to_json}, datum.value)]"
              { field: "x", type: "quantitative", title: sweep.name, scale: { type: scale, zero: false },
                axis: { values: numbers, labelExpr: label, grid: false } }
            end
          end
        end
      end
    end
  end
end
