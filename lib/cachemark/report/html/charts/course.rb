# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # The run over time: a thin line for each row, a thick line for the median of all.
        module Course
          X = { field: "at", type: "quantitative", title: "seconds since the measurement began", axis: { tickCount: 8 },
                scale: { zero: false, nice: false } }.freeze
          Y = { field: "off", type: "quantitative", title: "% from the row's median" }.freeze
          WORDS = "Each thin line is a row, relative to its median; the thick line is the median of all rows. If all move, the " \
                  "machine changed. Time per call and × socket are computed so that such a change moves them little."
          TOLD = [{ field: "row", title: "row" }, { field: "off", title: "% from its median" }].freeze
          private_constant :X, :Y, :WORDS, :TOLD

          class << self
            # nil where the record does not tell when blocks were measured.
            #
            #: (Array[Stats::Course::Point]) -> Chart?
            def of(course)
              return if course.empty?

              points = course.map { |point| point(point) }
              Chart.new(id: "course", title: "Over time inside the run", words: WORDS, spec: spec(points),
                        figures: figures(points))
            end

            private

            def point(point)
              { row: [point.contender, point.scenario, *(point.mode unless point.mode == "sync")].join(" "),
                at: point.at_s.round(2), off: (point.deviation * 100).round(2) }
            end

            def figures(points)
              points.group_by { |point| point[:row] }.map do |row, own|
                [row, own.map { |point| format("%.1f s %+.1f %%", point[:at], point[:off]) }.join(", ")]
              end
            end

            def spec(points)
              { data: { values: points }, height: 240, layer: [
                { mark: { type: "line", opacity: 0.3, strokeWidth: 1, color: "var(--faint)", clip: true },
                  encoding: { x: X, y: Y, detail: { field: "row", type: "nominal" } } },
                { mark: { type: "line", strokeWidth: 2.5, color: "var(--mark)" },
                  encoding: { x: X, y: Y.merge(aggregate: "median") } },
                { mark: { type: "point", opacity: 0, size: 60 },
                  encoding: { x: X, y: Y, tooltip: TOLD } }
              ] }
            end
          end
        end
      end
    end
  end
end
