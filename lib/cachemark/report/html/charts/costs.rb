# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Dots with intervals, the cheapest on top: time per call, and how many times that of `socket`.
        module Costs
          TIME = "Lower is better. Each dot is a row, its line the 95 % interval over fresh processes; the reference is grey."
          RATIO = "Cost over that of the least code that does the same work, paired by round; the dashed line is that code " \
                  "itself. C-backed clients can be left of it."
          COLOUR = { condition: { test: "datum.reference", value: "var(--faint)" }, value: "var(--mark)" }.freeze
          private_constant :TIME, :RATIO, :COLOUR

          class << self
            # nil where no row has a time.
            #
            #: (Array[Stats::Row], Cells) -> Chart?
            def time(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.wall_ns && !harness_overhead?(row) })
              return if rows.empty?

              size, unit = Unit.of(rows.map(&:wall_ns))
              points = rows.map do |row|
                point(row, cells, row.wall_ns / size, row.interval&.map { |bound| bound / size }, Figures.time_of(row))
              end
              Chart.new(id: "time", title: "Time per call", words: TIME, spec: spec(points, "#{unit} per call"))
            end

            # nil where no other row than the reference's own has a ratio.
            #
            #: (Array[Stats::Row], Cells) -> Chart?
            def ratio(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.socket_ratio && !harness_overhead?(row) })
              return if rows.all? { |row| row.socket_ratio_interval == [1, 1] || row.socket_ratio == 1 }

              points = rows.map do |row|
                text = Figures.ratio(row.socket_ratio, row.socket_ratio_interval)
                point(row, cells, row.socket_ratio, row.socket_ratio_interval, text)
              end
              Chart.new(id: "ratio", title: "x socket", words: RATIO, spec: spec(points, "x socket", more: [Facets.mark(1)]))
            end

            private

            def harness_overhead?(row) = Vocabulary::References.null?(row.client)

            def point(row, cells, at, interval, text)
              low, high = interval || [at, at]
              { **cells.place(row), at: at.round(5), low: low.round(5), high: high.round(5), reference: row.socket_ratio == 1.0,
                text: "#{row.contender}, #{row.label}: #{text}" }
            end

            def spec(points, title, more: [])
              scale = Facets.scale(points.map { |point| point[:at] })
              x = Facets.figures("at", title, type: scale, zero: true)
              shared = { y: Facets.names("at"), color: COLOUR, tooltip: { field: "text" } }
              Facets.spec(points, [*more,
                                   { mark: { type: "rule", strokeWidth: 2, opacity: 0.6 },
                                     encoding: { **shared, x: x.merge(field: "low"), x2: { field: "high" } } },
                                   { mark: { type: "point", filled: true }, encoding: { **shared, x: x } }], scales: scale)
            end
          end
        end
      end
    end
  end
end
