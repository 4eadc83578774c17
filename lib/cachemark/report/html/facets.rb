# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
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

          # An axis of figures; a linear one may be told to begin with 0.
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
