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
          SECONDS = Spec.axis("at", "seconds", ticks: 8, zero: true, nice: false).freeze
          private_constant :HEIGHT, :BARS, :COLOURS, :OUTCOMES, :LATENCIES, :SECONDS

          class << self
            # nil if no run was made.
            #: (Stats::Outage) -> Chart?
            def outcomes(outage)
              points = outage.listed.flat_map { |row| bars(row) }
              return if points.empty?

              names = COLOURS.keys & points.map { |point| point[:outcome] }
              Chart.new(id: "outcomes", title: "Outcomes over time", words: OUTCOMES,
                        spec: spec(points, stacked(names), outage.options))
            end

            # nil if no call was completed.
            #: (Stats::Outage) -> Chart?
            def latencies(outage)
              points = outage.listed.flat_map { |row| row.runs.flat_map { |run| line(row, run) } }
              return if points.empty?

              place = { x: SECONDS, y: Spec.axis("ms", "p99, ms", ticks: 5, type: "log"), detail: { field: "run" } }
              line = Spec.layer("line", place, opacity: 0.7, color: "var(--mark)", strokeWidth: 1)
              Chart.new(id: "latencies", title: "Latency over time", words: LATENCIES, spec: spec(points, line, outage.options))
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
              counts = bins.map(&:outcomes).reduce { |sum, outcomes| sum.merge(outcomes) { |_, left, right| left + right } }
              COLOURS.keys.filter_map do |name|
                count = counts[name] or next
                mean = count.fdiv(runs)
                { **place, outcome: name, order: COLOURS.keys.index(name), calls: mean.round(2),
                  text: format("%s, %g to %g s: %g %s", row.contender, place[:at], place[:end], mean.round(1), name) }
              end
            end

            def stacked(names)
              colour = Spec.kinds("outcome", names.to_h { |name| [name, "var(--#{COLOURS.fetch(name)})"] }, sort: names)
              calls = Spec.axis("calls", "calls", ticks: 4).merge(stack: "zero")
              Spec.layer("bar", { x: SECONDS.merge(bin: { binned: true }), x2: { field: "end" }, y: calls, color: colour,
                                  order: { field: "order" }, **TIP })
            end

            # With marks where the incident began and ended.
            def spec(points, layer, options)
              marks = [options["at_s"], options["end_s"]].compact.map { |at_s| Spec.mark(at_s) }
              Spec.panels(points, [layer, *marks], height: HEIGHT)
            end

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
