# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Latencies of single calls: a dot for each percentile.
        module Percentiles
          class << self
            # nil where no row recorded latencies.
            #
            #: (Array[Stats::Row], Cells) -> Chart?
            def of(rows, cells)
              rows = cells.in_groups(rows.select(&:latencies))
              size, unit = Unit.of(rows.map { |row| row.latencies[:p50_ns] || row.latencies[:max_ns] }) if rows.any?
              points = rows.flat_map { |row| points(row, cells, size) }
              return if points.empty?

              Chart.new(id: "percentiles", title: "Latency of single calls", spec: spec(points, unit),
                        words: "A percentile is there only if ten calls took longer. Every call was timed on its own.")
            end

            private

            def points(row, cells, size)
              Stats::Latencies::HEADINGS.filter_map do |heading, name|
                ns = row.latencies[name] or next
                { **cells.place(row), percentile: heading, at: (ns / size).round(3),
                  text: "#{row.contender}, #{row.label}: #{heading} #{Figures.time(ns)}" }
              end
            end

            def spec(points, unit)
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
