# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The charts that documents name, as Vega-Lite. A chart is made from values, and is nil if there is nothing to draw.
      module Charts
        DRAWN = {
          time: ->(table) { Costs.time(*Costs.entries(table)) }, ratio: ->(table) { Costs.ratio(*Costs.entries(table)) },
          percentiles: ->(table) { Costs.percentiles(*Costs.entries(table)) },
          spread: ->(table) { Steadiness.spread(table.listed, table.samples, Cells.new(table.listed)) },
          course: ->(record) { Steadiness.course(Stats::Cost::TimeSeries.of(record)) },
          changes: ->(of) { Changes.forest(*of) }, pairs: ->(of) { Changes.pairs(*of) },
          steps: ->(steps) { Changes.steps(steps) },
          sweep: ->(sweep) { Sweeps.of(sweep) },
          outcomes: ->(outage) { Outages.outcomes(outage) }, latencies: ->(outage) { Outages.latencies(outage) },
          rates: ->(table) { Rates.of(table, Cells.new(table.listed)) }, traffic: ->(rows) { Traffic.of(rows, Cells.new(rows)) }
        }.freeze
        private_constant :DRAWN

        # The chart that a document names; nil if there is nothing to draw.
        #: (Part::Chart) -> Chart?
        def self.draw(part) = DRAWN.fetch(part.kind).call(part.of)

        # The cells of a table as charts arrange them: scenarios (with their mode) are the groups, contenders the names.
        class Cells
          # `rows` are those that the table shows; `names` are the displayed names of contenders, if these are not their ids.
          #: (Array[Row], ?names: Hash[String, String]) -> void
          def initialize(rows, names: {})
            labels = Labels.new(rows)
            @names = names
            @groups = rows.group_by { |row| key(row) }.transform_values { |own| labels.short(own.first) }
          end

          # {group:, name:} of a row, or of another object with a contender, scenario and mode.
          #: (Row) -> Hash[Symbol, String]
          def place(row) = { group: @groups.fetch(key(row)), name: @names.fetch(row.contender, row.contender) }

          # Whether a row of this cell is shown.
          #: (Row) -> bool
          def include?(row) = @groups.key?(key(row))

          # Rows grouped by scenario, in the order in which the scenarios first appear.
          #: (Array[Row]) -> Array[Row]
          def in_groups(rows) = rows.group_by { |row| key(row) }.values.flatten

          private

          def key(row) = [row.scenario, row.mode]
        end

        # One unit for an axis of times: [its size in ns, its name]. The median of these times is a small number in it.
        #: (Array[Numeric]) -> [Float, String]
        def self.unit(times_ns)
          size, unit = Figures.unit(times_ns.sort[times_ns.size / 2])
          [size.to_f, unit]
        end

        # Common parts of the charts of cells: a panel for each group of points, a line in it for each name. Points are
        # Hashes with :group, :name and further fields of the chart.
        module Facets
          LINE = 17
          # Each further line of a name.
          MORE = 13
          # Names of several lines, the middle of which is at the dot.
          LINES = { labelExpr: "split(datum.label, '\\n')",
                    labelOffset: { condition: { test: "indexof(datum.value, '\\n') >= 0", value: -MORE / 2 }, value: 0 } }.freeze
          # The axis of time within a run.
          SECONDS = { field: "at", type: "quantitative", title: "seconds since the measurement began", axis: { tickCount: 8 },
                      scale: { zero: false, nice: false } }.freeze
          HEADER = { title: nil, labelAnchor: "start", labelOrient: "top", labelPadding: 4 }.freeze

          class << self
            # The specification; `panel` describes the content of each panel.
            #: (Array[Hash], Array[Hash], ?scales: String?, **Object) -> Hash[Symbol, Object]
            def spec(points, layer, scales: nil, **panel)
              groups = points.map { |point| point[:group] }.uniq
              base = { data: { values: points }, **(scales ? { usermeta: { scales: scales } } : {}) }
              inner = { height: { step: step(points) }, **panel, layer: layer }
              return base.merge(inner) if groups.one?

              base.merge(facet: { field: "group", type: "nominal", sort: groups, header: HEADER }, columns: 2, spec: inner,
                         align: "each", spacing: 18, resolve: { scale: { y: "independent" }, axis: { x: "independent" } })
            end

            # The names from top to bottom, in the order of a field.
            #: (String, ?op: String) -> Hash[Symbol, Object]
            def names(field, op: "min")
              { field: "name", type: "nominal", sort: { field: field, op: op },
                axis: { title: nil, grid: true, ticks: false, domain: false, **LINES } }
            end

            # An axis of figures. A linear axis may begin with 0.
            #: (String, String, ?type: String, ?zero: bool) -> Hash[Symbol, Object]
            def figures(field, title, type: "linear", zero: false)
              { field: field, type: "quantitative", title: title, axis: { tickCount: 8, labelSeparation: 8 },
                scale: { type: type, zero: zero, nice: true } }
            end

            # "log" if the figures are so far apart that a linear axis would crowd most of them.
            #: (Array[Numeric]) -> String
            def scale(figures)
              low, high = figures.minmax
              low&.positive? && high / low > 30 ? "log" : "linear"
            end

            # A line from `low` to `high` on an axis; `mark` is its style.
            #: (Hash, Hash, ?side: Symbol, **Object) -> Hash[Symbol, Object]
            def interval(shared, axis, side: :x, **mark)
              { mark: { type: "rule", **mark },
                encoding: { **shared, side => axis.merge(field: "low"), :"#{side}2" => { field: "high" } } }
            end

            # A dot for each point.
            #: (Hash, **Object) -> Hash[Symbol, Object]
            def dots(encoding, **mark) = { mark: { type: "point", filled: true, **mark }, encoding: encoding }

            # A dashed line across the whole panel, at a position on this axis.
            #: (Numeric, ?axis: Symbol) -> Hash[Symbol, Object]
            def mark(at, axis: :x)
              { mark: { type: "rule", strokeDash: [4, 3], color: "var(--faint)" }, encoding: { axis => { datum: at } } }
            end

            private

            # All names have the height of the highest.
            def step(points) = LINE + (MORE * points.map { |point| point[:name].to_s.count("\n") }.max)
          end
        end

        # The cost of rows: time per call, time relative to `socket`, and latencies of single calls.
        module Costs
          TIME = "Lower is better. Each dot is a client, its line the 95 % interval over fresh processes. References are grey: " \
                 "socket is the least code that does the same work on a raw socket."
          RATIO = "The cost relative to the least code that does the same work, measured in the same rounds; the dashed line " \
                  "is that code itself. Clients in C, and clients without a timeout, can be left of it."
          COLOUR = { condition: { test: "datum.reference", value: "var(--faint)" }, value: "var(--mark)" }.freeze
          private_constant :TIME, :RATIO, :COLOUR

          class << self
            # [rows, Cells] of a table of a run. Identical configurations are one entry. A reference that no row shows also
            # gets an entry.
            #: (Stats::Table) -> [Array[Stats::Row], Cells]
            def entries(table)
              listed = table.listed.reject { |row| twin_before?(row, table) }
              references = table.rows.select { |row| !row.shown && Vocabulary::References.socket?(row.client) }
              names = listed.select { |row| row.identical.any? }
                            .to_h { |row| [row.contender, [row.contender, *row.identical].join(" =\n")] }
              names.update(references.to_h { |row| [row.contender, "#{row.contender} (reference)"] })
              [listed + references, Cells.new(table.listed, names: names)]
            end

            # nil if no row has a time.
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

            # nil if only the reference has a ratio.
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

            # nil if no row recorded latencies.
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

            # Whether a contender that is identical to the one of the row is listed before it.
            def twin_before?(row, table)
              @order = table.listed.map(&:contender).uniq unless @of.equal?(table)
              @of = table
              (@order & [row.contender, *row.identical]).first != row.contender
            end

            # The cost of the harness alone is about a thousandth of all others.
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
              Facets.spec(points, [*more, Facets.interval(shared, x, strokeWidth: 2, opacity: 0.6),
                                   Facets.dots({ **shared, x: x })], scales: scale)
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
                                   Facets.dots({ **place, color: colour, tooltip: { field: "text" } }, size: 55)], scales: "log")
            end
          end
        end

        # How steady a run was: how much the processes of a row differ, and how its figures changed over time.
        module Steadiness
          SPREAD = "Each stroke is one fresh process, as its distance from the figure of its row (0). The interval of a row " \
                   "comes from these."
          Y = { field: "off", type: "quantitative", title: "% from the row's median" }.freeze
          COURSE = "Each thin line is a row, relative to its median; the thick line is the median of all rows. If all move, " \
                  "the machine changed. Time per call and × socket are computed so that such a change moves them little."
          TIP = [{ field: "row", title: "row" }, { field: "off", title: "% from its median" }].freeze
          private_constant :SPREAD, :Y, :COURSE, :TIP

          class << self
            # nil if no row has two processes or more.
            #: (Array[Stats::Row], Array[Stats::Table::Sample], Cells) -> Chart?
            def spread(rows, samples, cells)
              costs = rows.select(&:wall_ns).to_h { |row| [key(row), row.wall_ns] }
              points = cells.in_groups(samples.select { |sample| costs.key?(key(sample)) })
                            .map { |sample| spread_of(sample, costs.fetch(key(sample)), cells) }
              return if points.size < 2 || points.uniq { |point| point.values_at(:group, :name) }.size == points.size

              Chart.new(id: "spread", title: "Distribution over processes", words: SPREAD, spec: spread_spec(points),
                        figures: spread_figures(samples))
            end

            # A thin line for each row, a thick line for the median of all. nil if the record does not say when blocks were
            # measured.
            #: (Array[Stats::Cost::TimeSeries::Point]) -> Chart?
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
                  encoding: { x: Facets::SECONDS, y: Y, detail: { field: "row", type: "nominal" } } },
                { mark: { type: "line", strokeWidth: 2.5, color: "var(--mark)" },
                  encoding: { x: Facets::SECONDS, y: Y.merge(aggregate: "median") } },
                { mark: { type: "point", opacity: 0, size: 60 },
                  encoding: { x: Facets::SECONDS, y: Y, tooltip: TIP } }
              ] }
            end
          end
        end

        # What rows send and receive.
        module Traffic
          WORDS = "Bytes of one iteration on the wire, including everything around keys and values, as the proxy saw them."
          private_constant :WORDS

          class << self
            # nil if the proxy saw nothing.
            #: (Array[Stats::WorkTable::Row], Cells) -> Chart?
            def of(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.ok? && row.bytes_out && row.bytes_in })
              return if rows.empty?

              points = rows.flat_map { |row| points(row, cells) }
              Chart.new(id: "traffic", title: "Work per row", words: WORDS, spec: spec(points))
            end

            private

            def points(row, cells)
              text = "#{row.contender}, #{row.label}: #{Work.commands(row)}; #{Figures.count(row.round_trips)} round trips"
              { "sent" => row.bytes_out, "received" => row.bytes_in }.map do |way, bytes|
                { **cells.place(row), way: way, bytes: bytes, text: "#{text}; #{Figures.count(bytes)} bytes #{way}" }
              end
            end

            def spec(points)
              colour = { field: "way", type: "nominal", title: nil, sort: %w[sent received],
                         scale: { domain: %w[sent received], range: ["var(--c1)", "var(--c2)"] } }
              encoding = { y: Facets.names("bytes", op: "sum"), color: colour, order: { field: "way", sort: "descending" },
                           x: { field: "bytes", type: "quantitative", title: "bytes an iteration" }, tooltip: { field: "text" } }
              Facets.spec(points, [{ mark: { type: "bar", height: 9 }, encoding: encoding }])
            end
          end
        end
      end
    end
  end
end
