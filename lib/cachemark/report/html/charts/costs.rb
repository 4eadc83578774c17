# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # What rows cost: time per call, how many times that of `socket`, and single calls.
        module Costs
          TIME = "Lower is better. Each dot is a client, its line the 95 % interval over fresh processes. References are grey: " \
                 "socket is the least code that does the same work on a raw socket."
          RATIO = "The cost over that of the least code that does the same work, paired by round; the dashed line is that code " \
                  "itself. C-backed clients can be left of it."
          COLOUR = { condition: { test: "datum.reference", value: "var(--faint)" }, value: "var(--mark)" }.freeze
          private_constant :TIME, :RATIO, :COLOUR

          class << self
            # [rows, Cells] of a table of a run: identical configurations are one entry. A reference that no row shows is an
            # entry, too.
            #
            #: (Stats::Table) -> [Array[Stats::Row], Cells]
            def entries(table)
              listed = table.listed.reject { |row| twin_before?(row, table) }
              references = table.rows.select { |row| !row.shown && Vocabulary::References.socket?(row.client) }
              names = listed.select { |row| row.identical.any? }
                            .to_h { |row| [row.contender, [row.contender, *row.identical].join(" = ")] }
              names.update(references.to_h { |row| [row.contender, "#{row.contender} (reference)"] })
              [listed + references, Cells.new(table.listed, names: names)]
            end

            # nil where no row has a time.
            #
            #: (Array[Stats::Row], Cells) -> Chart?
            def time(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.wall_ns && cells.include?(row) && !null?(row) })
              return if rows.empty?

              size, unit = Charts.unit(rows.map(&:wall_ns))
              points = rows.map do |row|
                point(row, cells, row.wall_ns / size, row.interval&.map { |bound| bound / size }, Figures.time_of(row))
              end
              Chart.new(id: "time", title: "Time per call", words: TIME, spec: spec(points, "#{unit} per call"))
            end

            # nil where no other row than the reference's has a ratio.
            #
            #: (Array[Stats::Row], Cells) -> Chart?
            def ratio(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.socket_ratio && !null?(row) })
              return if rows.all? { |row| row.socket_ratio_interval == [1, 1] || row.socket_ratio == 1 }

              points = rows.map do |row|
                text = Figures.ratio(row.socket_ratio, row.socket_ratio_interval)
                point(row, cells, row.socket_ratio, row.socket_ratio_interval, text)
              end
              Chart.new(id: "ratio", title: "× socket", words: RATIO, spec: spec(points, "× socket", more: [Facets.mark(1)]))
            end

            # nil where no row recorded latencies.
            #
            #: (Array[Stats::Row], Cells) -> Chart?
            def percentiles(rows, cells)
              rows = cells.in_groups(rows.select(&:latencies))
              size, unit = Charts.unit(rows.map { |row| row.latencies[:p50_ns] || row.latencies[:max_ns] }) if rows.any?
              points = rows.flat_map { |row| percentiles_of(row, cells, size) }
              return if points.empty?

              Chart.new(id: "percentiles", title: "Latency of single calls", spec: percentiles_spec(points, unit),
                        words: "A percentile is shown only if ten calls took longer. Every call was timed separately.")
            end

            private

            # Whether a contender that is identical to that of a row is listed before it.
            def twin_before?(row, table)
              @order = table.listed.map(&:contender).uniq unless @of.equal?(table)
              @of = table
              (@order & [row.contender, *row.identical]).first != row.contender
            end

            # The harness overhead alone is a thousandth of all others.
            def null?(row) = Vocabulary::References.null?(row.client)

            def point(row, cells, at, interval, text)
              low, high = interval || [at, at]
              { **cells.place(row), at: at.round(5), low: low.round(5), high: high.round(5),
                reference: Vocabulary::References.include?(row.client), text: "#{row.contender}, #{row.label}: #{text}" }
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

            def percentiles_of(row, cells, size)
              Stats::Latencies::HEADINGS.filter_map do |heading, name|
                ns = row.latencies[name] or next
                { **cells.place(row), percentile: heading, at: (ns / size).round(3),
                  text: "#{row.contender}, #{row.label}: #{heading} #{Figures.time(ns)}" }
              end
            end

            def percentiles_spec(points, unit)
              names = Stats::Latencies::HEADINGS.keys
              x = Facets.figures("at", unit, type: "log")
              colour = { field: "percentile", type: "ordinal", title: nil, sort: names,
                         scale: { domain: names, range: %w[c1 c3 c6 c2 c5].map { |name| "var(--#{name})" } } }
              place = { y: Facets.names("at"), x: x }
              line = { type: "line", color: "var(--line)" }
              Facets.spec(points, [{ mark: line, encoding: { **place, detail: { field: "name" } } },
                                   { mark: { type: "point", filled: true, size: 55 },
                                     encoding: { **place, color: colour, tooltip: { field: "text" } } }], scales: "log")
            end
          end
        end
      end
    end
  end
end
