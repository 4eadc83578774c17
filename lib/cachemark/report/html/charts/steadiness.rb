# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # How steady a run was: how much the processes of a row differ, and how its figures changed over time.
        module Steadiness
          SPREAD = "Each stroke is one fresh process, as its distance from the figure of its row (0). The interval of a row " \
                   "comes from these."
          COURSE = "Each thin line is a row, relative to its median; the thick line is the median of all rows. If all move, " \
                  "the machine changed. Time per call and × socket are computed so that such a change moves them little."
          # The axis of time within a run.
          SECONDS = Spec.axis("at", "seconds since the measurement began", ticks: 8, zero: false, nice: false).freeze
          TIP = [{ field: "row", title: "row" }, { field: "off", title: "% from its median" }].freeze
          private_constant :SPREAD, :COURSE, :TIP

          class << self
            # nil if no row has two processes or more.
            #: (Array[Stats::Row], Array[Stats::Table::Sample], Cells) -> Chart?
            def spread(rows, samples, cells)
              costs = rows.select(&:wall_ns).to_h { |row| [key(row), row.wall_ns] }
              points = cells.in_groups(samples.select { |sample| costs.key?(key(sample)) })
                            .map { |sample| spread_of(sample, costs.fetch(key(sample)), cells) }
              return if points.size < 2 || points.uniq { |point| point.values_at(:group, :name) }.size == points.size

              place = { y: Spec.names.merge(sort: nil), x: Spec.figures("at", "% from the row's time per call"), **Charts::TIP }
              ticks = Spec.layer("tick", place, thickness: 2, opacity: 0.65, color: "var(--mark)")
              Chart.new(id: "spread", title: "Distribution over processes", words: SPREAD, figures: spread_figures(samples),
                        spec: Spec.panels(points, [Spec.mark(0), ticks]))
            end

            # A thin line for each row, a thick line for the median of all. nil if the record does not say when blocks were
            # measured.
            #: (Array[Stats::Cost::TimeSeries::Point]) -> Chart?
            def course(course)
              return if course.empty?

              points = course.map { |point| point(point) }
              place = { x: SECONDS, y: Spec.axis("off", "% from the row's median") }
              thin = Spec.layer("line", { **place, detail: { field: "row", type: "nominal" } },
                                opacity: 0.3, strokeWidth: 1, color: "var(--faint)", clip: true)
              thick = Spec.layer("line", { **place, y: place[:y].merge(aggregate: "median") },
                                 strokeWidth: 2.5, color: "var(--mark)")
              tips = Spec.layer("point", { **place, tooltip: TIP }, opacity: 0, size: 60)
              Chart.new(id: "course", title: "Over time inside the run", words: COURSE, figures: figures(points),
                        spec: { data: { values: points }, height: 240, layer: [thin, thick, tips] })
            end

            private

            def key(sample) = [sample.contender, sample.scenario, sample.mode]

            def spread_of(sample, wall_ns, cells)
              share = (sample.wall_ns / wall_ns) - 1
              { **cells.place(sample), at: (share * 100).round(2),
                text: "#{sample.contender}, process #{sample.process}: #{Figures.time(sample.wall_ns)}, " \
                      "#{Figures.change(share)} from the row" }
            end

            def spread_figures(samples)
              samples.group_by { |sample| key(sample) }.map do |key, own|
                [key.join(" "), own.map { |sample| Figures.time(sample.wall_ns) }.join(", ")]
              end
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
          end
        end
      end
    end
  end
end
