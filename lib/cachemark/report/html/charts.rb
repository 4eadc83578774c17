# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The charts that documents name, as Vega-Lite: each is drawn of values, and nil where there is nothing to draw.
      module Charts
        DRAWN = {
          time: ->(table) { Costs.time(*Costs.entries(table)) }, ratio: ->(table) { Costs.ratio(*Costs.entries(table)) },
          percentiles: ->(table) { Costs.percentiles(*Costs.entries(table)) },
          spread: ->(table) { Steadiness.spread(table.listed, table.samples, Cells.new(table.listed)) },
          course: ->(record) { Steadiness.course(Stats::Cost::Course.of(record)) },
          changes: ->(of) { Changes.forest(*of) }, pairs: ->(of) { Changes.pairs(*of) },
          steps: ->(steps) { Changes.steps(steps) },
          rates: ->(table) { Rates.of(table, Cells.new(table.listed)) }, traffic: ->(rows) { Traffic.of(rows, Cells.new(rows)) }
        }.freeze
        private_constant :DRAWN

        # The chart that a document names; nil where its values have nothing to draw.
        #
        #: (Part::Chart) -> Chart?
        def self.draw(part) = DRAWN.fetch(part.kind).call(part.of)

        # The cells of a table as charts place them: scenarios (with their mode) are the groups, contenders the names.
        class Cells
          # `rows` are those that the table shows; `names` are other names of contenders than their ids.
          #
          #: (Array[Row], ?names: Hash[String, String]) -> void
          def initialize(rows, names: {})
            labels = Labels.new(rows)
            @names = names
            @groups = rows.group_by { |row| key(row) }.transform_values { |own| labels.short(own.first) }
            shared = @groups.values.tally
            @groups = @groups.to_h { |key, label| [key, shared[label] > 1 ? full(*key) : label] }
          end

          # {group:, name:} of a row, or of whatever has its contender, scenario and mode.
          #
          #: (Row) -> Hash[Symbol, String]
          def place(row) = { group: @groups.fetch(key(row)), name: @names.fetch(row.contender, row.contender) }

          # Whether a row of it is shown.
          #
          #: (Row) -> bool
          def include?(row) = @groups.key?(key(row))

          # Something's rows, those of one scenario together, in the order in which the scenarios first appear.
          #
          #: (Array[Row]) -> Array[Row]
          def in_groups(rows) = rows.group_by { |row| key(row) }.values.flatten

          private

          def key(row) = [row.scenario, row.mode]
          def full(scenario, mode) = [scenario, *(mode unless mode == "sync")].join(":")
        end

        # One unit for an axis of times: [ns in it, its name], in which the middle of these times is a small number.
        #
        #: (Array[Numeric]) -> [Float, String]
        def self.unit(times_ns)
          size, unit = Figures.unit(times_ns.sort[times_ns.size / 2])
          [size.to_f, unit]
        end

        # What charts of cells share: a panel for each group of points, a line in it for each name.
        # Points are Hashes that have :group, :name and the chart's own fields.
        module Facets
          LINE = 17
          HEADER = { title: nil, labelAnchor: "start", labelOrient: "top", labelPadding: 4 }.freeze

          class << self
            # The specification; `panel` is what is drawn in each of them.
            #
            #: (Array[Hash], Array[Hash], ?scales: String?, **Object) -> Hash[Symbol, Object]
            def spec(points, layer, scales: nil, **panel)
              groups = points.map { |point| point[:group] }.uniq
              base = { data: { values: points }, **(scales ? { usermeta: { scales: scales } } : {}) }
              inner = { height: { step: LINE }, **panel, layer: layer }
              return base.merge(inner) if groups.one?

              base.merge(facet: { field: "group", type: "nominal", sort: groups, header: HEADER }, columns: 2, spec: inner,
                         align: "each", spacing: 18, resolve: { scale: { y: "independent" }, axis: { x: "independent" } })
            end

            # The names from top to bottom, in the order of a field.
            #
            #: (String, ?op: String) -> Hash[Symbol, Object]
            def names(field, op: "min")
              { field: "name", type: "nominal", sort: { field: field, op: op },
                axis: { title: nil, grid: true, ticks: false, domain: false } }
            end

            # An axis of figures; a linear one may begin with 0.
            #
            #: (String, String, ?type: String, ?zero: bool) -> Hash[Symbol, Object]
            def figures(field, title, type: "linear", zero: false)
              { field: field, type: "quantitative", title: title, axis: { tickCount: 8 },
                scale: { type: type, zero: zero, nice: true } }
            end

            # "log" where figures lie so far apart that a linear axis would crowd most of them.
            #
            #: (Array[Numeric]) -> String
            def scale(figures)
              low, high = figures.minmax
              low&.positive? && high / low > 30 ? "log" : "linear"
            end

            # A dashed line across all of the panel, at a place on this axis.
            #
            #: (Numeric, ?axis: Symbol) -> Hash[Symbol, Object]
            def mark(at, axis: :x)
              { mark: { type: "rule", strokeDash: [4, 3], color: "var(--faint)" }, encoding: { axis => { datum: at } } }
            end
          end
        end
      end
    end
  end
end
