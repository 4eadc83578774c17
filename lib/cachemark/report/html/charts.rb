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
          outcomes: ->(outage) { Outages.outcomes(outage) }, latencies: ->(outage) { Outages.latencies(outage) },
          traffic: ->(rows) { Costs.traffic(rows, Cells.new(rows)) }, sweep: ->(sweep) { Curves.sweep(sweep) },
          rates: ->(table) { Curves.rates(table, Cells.new(table.listed)) }, trend: ->(of) { Curves.trend(**of) },
          releases: ->(of) { Curves.releases(**of) }, estimates: ->(of) { Charts.estimates(**of) },
          choice: ->(of) { Choice.of(**of) }
        }.freeze
        TIP = { tooltip: { field: "text" } }.freeze
        private_constant :DRAWN

        # The id of a chart's figure, its title, a description (`words`), and its Vega-Lite `spec`. `figures` are those that no
        # table of the page has: [description, figures as text].
        Chart = Value.define(:id, :title, :words, :spec, figures: [].freeze)

        class << self
          # The chart that a document names; nil if there is nothing to draw.
          #: (Part::Chart) -> Chart?
          def draw(part) = DRAWN.fetch(part.kind).call(part.of)

          # One unit for an axis of times: [its size in ns, its name]. The median of these times is a small number in it.
          #: (Array[Numeric]) -> [Float, String]
          def unit(times_ns)
            size, unit = Figures.unit(times_ns.sort[times_ns.size / 2])
            [size.to_f, unit]
          end

          # Figures with intervals, a line for each name; nil without any. Points are Hashes of group, name, at, low, high and
          # text. `below` are layers under the figures. With `switch`, a reader can choose the scale.
          #: (id: String, points: Array[Hash], axis: String, title: String, words: String, **Object) -> Chart?
          def estimates(id:, points:, axis:, title:, words:, type: Spec.scale(points), zero: true, sort: nil, color: nil,
                        below: [], size: nil, opacity: 0.6, switch: false)
            return if points.empty?

            x = Spec.figures("at", axis, type: type, zero: zero)
            shared = { y: Spec.names.merge(sort: sort), color: color, **TIP }.compact
            layer = [*below, Spec.interval(shared, x, strokeWidth: 2, opacity: opacity),
                     Spec.dots({ **shared, x: x }, size: size)]
            Chart.new(id: id, title: title, words: words, spec: Spec.panels(points, layer, scales: (type if switch)))
          end
        end

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

        # The parts of specifications. Points are Hashes; most have :group, the panel, and :name, the line in it.
        module Spec
          LINE = 17
          # Each further line of a name.
          MORE = 13
          # Names of several lines, the middle of which is at the dot.
          LINES = { labelExpr: "split(datum.label, '\\n')",
                    labelOffset: { condition: { test: "indexof(datum.value, '\\n') >= 0", value: -MORE / 2 }, value: 0 } }.freeze
          HEADER = { title: nil, labelAnchor: "start", labelOrient: "top", labelPadding: 4 }.freeze
          private_constant :LINE, :MORE, :LINES, :HEADER

          class << self
            # A panel for each group of points; `panel` describes the content of each.
            #: (Array[Hash], Array[Hash], ?scales: String?, **Object) -> Hash[Symbol, Object]
            def panels(points, layer, scales: nil, **panel)
              groups = points.map { |point| point[:group] }.uniq
              base = { data: { values: points }, **(scales ? { usermeta: { scales: scales } } : {}) }
              inner = { height: { step: step(points) }, **panel, layer: layer }
              return base.merge(inner) if groups.one?

              base.merge(facet: { field: "group", type: "nominal", sort: groups, header: HEADER }, columns: 2, spec: inner,
                         align: "each", spacing: 18, resolve: { scale: { y: "independent" }, axis: { x: "independent" } })
            end

            # A layer: marks of a type with their style, for the points that an expression selects.
            #: (String, Hash, ?filter: String?, **Object) -> Hash[Symbol, Object]
            def layer(type, encoding, filter: nil, **style)
              { **(filter ? { transform: [{ filter: filter }] } : {}), mark: { type: type, **style.compact }, encoding: encoding }
            end

            #: (Hash, **Object) -> Hash[Symbol, Object]
            def dots(encoding, **style) = layer("point", encoding, filled: true, **style)

            # A line from `low` to `high` on an axis.
            #: (Hash, Hash, ?side: Symbol, **Object) -> Hash[Symbol, Object]
            def interval(shared, axis, side: :x, **style)
              layer("rule", { **shared, side => axis.merge(field: "low"), :"#{side}2" => { field: "high" } }, **style)
            end

            # A dashed line across the whole panel, at a position on this axis.
            #: (Numeric, ?axis: Symbol) -> Hash[Symbol, Object]
            def mark(at, axis: :x) = layer("rule", { axis => { datum: at } }, strokeDash: [4, 3], color: "var(--faint)")

            # An axis of figures; `ticks` is about the number of its ticks.
            #: (String, String?, ?ticks: Integer?, **Object) -> Hash[Symbol, Object]
            def axis(field, title, ticks: nil, **scale)
              { field: field, type: "quantitative", title: title, **(ticks ? { axis: { tickCount: ticks } } : {}),
                **(scale.any? ? { scale: scale } : {}) }
            end

            # A horizontal axis of figures, whose labels keep apart. A linear axis may begin with 0.
            #: (String, String, ?type: String, ?zero: bool) -> Hash[Symbol, Object]
            def figures(field, title, type: "linear", zero: false)
              axis(field, title, type: type, zero: zero, nice: true).merge(axis: { tickCount: 8, labelSeparation: 8 })
            end

            # The names from top to bottom; `sort` has the field of their order.
            #: (**Object) -> Hash[Symbol, Object]
            def names(**sort)
              { field: "name", type: "nominal", sort: { op: "min", **sort },
                axis: { title: nil, grid: true, ticks: false, domain: false, **LINES } }
            end

            # A field whose values have colours, or the marks of another range: {value => colour}.
            #: (String, Hash[String, Object], **Object) -> Hash[Symbol, Object]
            def kinds(field, range, **more)
              { field: field, type: "nominal", title: nil, scale: { domain: range.keys, range: range.values }, **more }
            end

            # "log" if the figures are so far apart that a linear axis would crowd most of them.
            #: (Array[Hash | Numeric]) -> String
            def scale(points)
              low, high = points.map { |point| point.is_a?(Hash) ? point[:at] : point }.minmax
              low&.positive? && high / low > 30 ? "log" : "linear"
            end

            private

            # All names have the height of the highest.
            def step(points) = LINE + (MORE * points.map { |point| point[:name].to_s.count("\n") }.max)
          end
        end
      end
    end
  end
end
