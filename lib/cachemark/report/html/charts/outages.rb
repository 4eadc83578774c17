# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Outcomes and latencies over the time of an outage, in a panel for each contender.
        module Outages
          HEIGHT = 130
          # More bars than this are too thin to see.
          BARS = 200
          COLOURS = { "ok" => "line", "late" => "c6", "miss" => "c2", "error" => "c5", "unsent" => "c8", "stale" => "c4",
                      "wrong" => "ink" }.freeze
          OUTCOMES = "Each bar shows the calls that were due in that time, as the mean of all runs. The dashed lines are the " \
                     "beginning and the end of the incident."
          LATENCIES = "Each line is a run. It shows the p99 of the calls that were due in 100 ms, counted from when " \
                      "they were due. For fewer than 100 calls, it shows the slowest call."
          SECONDS = { type: "quantitative", title: "seconds", axis: { tickCount: 8 }, scale: { zero: true, nice: false } }.freeze
          private_constant :HEIGHT, :BARS, :COLOURS, :OUTCOMES, :LATENCIES, :SECONDS

          class << self
            # nil if no run was made.
            #: (Stats::Outage) -> Chart?
            def outcomes(outage)
              points = outage.listed.flat_map { |row| bars(row) }
              return if points.empty?

              names = COLOURS.keys & points.map { |point| point[:outcome] }
              Chart.new(id: "outcomes", title: "Outcomes over time", words: OUTCOMES,
                        spec: Facets.spec(points, [stacked(names), *marks(outage.options)], height: HEIGHT))
            end

            # nil if no call was completed.
            #: (Stats::Outage) -> Chart?
            def latencies(outage)
              points = outage.listed.flat_map { |row| row.runs.flat_map { |run| line(row, run) } }
              return if points.empty?

              y = { field: "ms", type: "quantitative", title: "p99, ms", scale: { type: "log" }, axis: { tickCount: 5 } }
              layer = { mark: { type: "line", opacity: 0.7, color: "var(--mark)", strokeWidth: 1 },
                        encoding: { x: { field: "at", **SECONDS }, y: y, detail: { field: "run" } } }
              Chart.new(id: "latencies", title: "Latency over time", words: LATENCIES,
                        spec: Facets.spec(points, [layer, *marks(outage.options)], height: HEIGHT))
            end

            private

            def bars(row)
              return [] if row.runs.empty?

              each = row.runs.first.bins.size.fdiv(BARS).ceil
              spans = row.runs.map { |run| run.bins.each_slice(each).to_a }.transpose
              spans.flat_map { |bins| bar(row, bins.flatten, bins.size) }
            end

            # The bars of some bins, which are those of several runs.
            def bar(row, bins, runs)
              at, last = bins.map(&:at_ns).minmax
              place = { group: row.contender, name: row.contender, at: at / 1e9, end: (last + Stats::Outage::Figures::BIN_NS) / 1e9 }
              counts = bins.map(&:outcomes).reduce { |sum, one| sum.merge(one) { |_, left, right| left + right } }
              COLOURS.keys.filter_map do |name|
                count = counts[name] or next
                mean = count.fdiv(runs)
                { **place, outcome: name, order: COLOURS.keys.index(name), calls: mean.round(2),
                  text: format("%s, %g to %g s: %g %s", row.contender, place[:at], place[:end], mean.round(1), name) }
              end
            end

            def stacked(names)
              colour = { field: "outcome", type: "nominal", title: nil, sort: names,
                         scale: { domain: names, range: names.map { |name| "var(--#{COLOURS.fetch(name)})" } } }
              { mark: { type: "bar" },
                encoding: { x: { field: "at", bin: { binned: true }, **SECONDS }, x2: { field: "end" },
                            y: { field: "calls", type: "quantitative", title: "calls", stack: "zero", axis: { tickCount: 4 } },
                            color: colour, order: { field: "order" }, tooltip: { field: "text" } } }
            end

            def marks(options) = [options["at_s"], options["end_s"]].compact.map { |at_s| Facets.mark(at_s) }

            def line(row, run)
              run.bins.select(&:p99_ns).map do |bin|
                { group: row.contender, name: row.contender, run: run.number, at: bin.at_ns / 1e9,
                  ms: (bin.p99_ns / 1e6).round(4) }
              end
            end
          end
        end
      end
    end
  end
end
