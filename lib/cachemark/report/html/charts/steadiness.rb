# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # How steady a run was: how far the processes of a row lie apart, and how its figures went over time.
        module Steadiness
          SPREAD = "Each stroke is one fresh process, as its distance from the figure of its row (0). The interval of a row " \
                   "comes from these."
          X = { field: "at", type: "quantitative", title: "seconds since the measurement began", axis: { tickCount: 8 },
                scale: { zero: false, nice: false } }.freeze
          Y = { field: "off", type: "quantitative", title: "% from the row's median" }.freeze
          COURSE = "Each thin line is a row, relative to its median; the thick line is the median of all rows. If all move, " \
                  "the machine changed. Time per call and × socket are computed so that such a change moves them little."
          TOLD = [{ field: "row", title: "row" }, { field: "off", title: "% from its median" }].freeze
          private_constant :SPREAD, :X, :Y, :COURSE, :TOLD

          class << self
            # nil with fewer than two processes of any row.
            #
            #: (Array[Stats::Row], Array[Stats::Table::Sample], Cells) -> Chart?
            def spread(rows, samples, cells)
              costs = rows.select(&:wall_ns).to_h { |row| [key(row), row.wall_ns] }
              points = cells.in_groups(samples.select { |sample| costs.key?(key(sample)) })
                            .map { |sample| spread_of(sample, costs.fetch(key(sample)), cells) }
              return if points.size < 2 || points.uniq { |point| point.values_at(:group, :name) }.size == points.size

              Chart.new(id: "spread", title: "Distribution over processes", words: SPREAD, spec: spread_spec(points),
                        figures: spread_figures(samples))
            end

            # A thin line for each row, a thick line for the median of all; nil where the record does not say when blocks were
            # measured.
            #
            #: (Array[Stats::Cost::Course::Point]) -> Chart?
            def course(course)
              return if course.empty?

              points = course.map { |point| point(point) }
              Chart.new(id: "course", title: "Over time inside the run", words: COURSE, spec: course_spec(points),
                        figures: figures(points))
            end

            private

            def key(one) = [one.contender, one.scenario, one.mode]

            def spread_of(sample, wall_ns, cells)
              share = (sample.wall_ns / wall_ns) - 1
              { **cells.place(sample), at: (share * 100).round(2),
                text: "#{sample.contender}, process #{sample.process}: #{Figures.time(sample.wall_ns)}, " \
                      "#{Figures.change(share)} from the row" }
            end

            def spread_figures(samples)
              samples.group_by { |sample| key(sample) }.map do |key, own|
                [key.join(" "), own.map { |one| Figures.time(one.wall_ns) }.join(", ")]
              end
            end

            def spread_spec(points)
              y = Facets.names("at", op: "count").merge(sort: nil)
              x = Facets.figures("at", "% from the row's time per call")
              Facets.spec(points, [Facets.mark(0), { mark: { type: "tick", thickness: 2, opacity: 0.65, color: "var(--mark)" },
                                                     encoding: { y: y, x: x, tooltip: { field: "text" } } }])
            end

            def point(point)
              { row: [point.contender, point.scenario, *(point.mode unless point.mode == "sync")].join(" "),
                at: point.at_s.round(2), off: (point.deviation * 100).round(2) }
            end

            def figures(points)
              points.group_by { |point| point[:row] }.map do |row, own|
                [row, own.map { |point| format("%.1f s %+.1f %%", point[:at], point[:off]) }.join(", ")]
              end
            end

            def course_spec(points)
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
