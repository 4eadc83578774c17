# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Latency over the arrival rate of calls, for each contender.
        module Rates
          HEIGHT = 230
          PERCENTILES = { "p50" => :p50_ns, "p99" => :p99_ns }.freeze
          X = { field: "rate", type: "quantitative", title: "calls a second", scale: { zero: false },
                axis: { tickCount: 8 } }.freeze
          WORDS = "The solid line is p99 with its 95 % interval over fresh processes, the dashed one p50; both count from when " \
                  "a call was due."
          private_constant :HEIGHT, :PERCENTILES, :X, :WORDS

          class << self
            # nil if no row has a percentile.
            #: (Stats::OpenLoop, Cells) -> Chart?
            def of(table, cells)
              rows = cells.in_groups(table.listed.select { |row| row.ok? && row.rate && row.percentiles })
              times = rows.filter_map(&:p99_ns)
              return if times.empty?

              size, unit = Charts.unit(times)
              points = rows.flat_map { |row| points(row, cells, size) }
              limit = Facets.mark(table.slo_ns / size, axis: :y) if table.slo_ns
              words = [WORDS, ("The dotted line is the limit." if limit)].compact.join(" ")
              spec = spec(points, "latency, #{unit}", [limit].compact)
              Chart.new(id: "rates", title: "Latency by rate", words: words, spec: spec)
            end

            private

            def points(row, cells, size)
              PERCENTILES.filter_map do |percentile, name|
                ns = row.percentiles[name] or next
                low, high = row.intervals&.fetch(name, nil) || [ns, ns]
                { **cells.place(row), rate: row.rate, percentile: percentile,
                  **{ at: ns, low: low, high: high }.transform_values { |time| (time / size).round(4) },
                  text: "#{row.contender}, #{Figures.rate(row.rate)}: #{percentile} #{Figures.time(ns)}" }
              end
            end

            def spec(points, title, limit)
              y = { field: "at", type: "quantitative", title: title, scale: { type: "log" }, axis: { tickCount: 6 } }
              colour = { field: "name", type: "nominal", title: nil }
              dash = { field: "percentile", type: "nominal", title: nil, scale: { domain: %w[p99 p50], range: [[1, 0], [5, 3]] } }
              place = { x: X, y: y, color: colour }
              Facets.spec(points, [*limit,
                                   { mark: { type: "line" }, encoding: { **place, strokeDash: dash } },
                                   { transform: [{ filter: "datum.percentile == 'p99'" }],
                                     **Facets.interval(place, y, side: :y) },
                                   Facets.dots({ **place, tooltip: { field: "text" } })], height: HEIGHT)
            end
          end
        end
      end
    end
  end
end
