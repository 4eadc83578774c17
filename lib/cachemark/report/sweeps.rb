# frozen_string_literal: true

module Cachemark
  module Report
    # The sweeps of a run: for each a table with a line for each contender and a column for each value, and a chart. For other
    # programs, each dimension is a column.
    module Sweeps
      FIGURE = "Time per call at each value. The rows below have the intervals and footnotes."
      private_constant :FIGURE

      class << self
        #: (Stats::Table) -> Array
        def parts(table)
          sweeps = Stats::Sweep.of(table).reject { |sweep| sweep.series.empty? }
          return [] if sweeps.empty?

          sweeps.flat_map { |sweep| [heading(sweep), Part::Chart.new(kind: :sweep, of: sweep), table_of(sweep)] } +
            [Part::Text.new(text: FIGURE, tone: "faint")]
        end

        # The values of a row's dimensions for JSON, as numbers where they are.
        #: (Hash[String, String]) -> Hash[String, Numeric | String]
        def data(dimensions) = dimensions.transform_values { |text| Vocabulary::Amount.parse(text) || text }

        # The same as columns of a file: of every dimension of the run.
        #: (Hash[String, Numeric | String]?, Stats::RunFacts) -> Hash[String, Numeric | String | nil]
        def columns(dimensions, run)
          known = data(dimensions || {})
          names(run).to_h { |name| [name, known[name]] }
        end

        #: (Stats::RunFacts) -> Array[String]
        def names(run) = run.sweeps.map { |facts| facts["names"].first }

        private

        def heading(sweep) = Part::Heading.new(id: "sweep-#{sweep.name}", text: "By #{sweep.name}")

        def table_of(sweep)
          sections = sweep.places.map do |place, series|
            Stats::Section.new(heading: "#{place}: time per call by #{sweep.names.join(" and ")}", rows: series)
          end
          figures = sweep.values.each_with_index.map { |value, at| value_column(sweep, value, at) }
          Table.new(id: "by-#{sweep.name}", caption: "Time per call by #{sweep.name}", sections: sections, missed: 1,
                    stacked: true, columns: [place, contender, *figures])
        end

        def place = Column.words("scenario", on: Part::PAGE, always: true, &:place)

        def contender
          Column.words("contender", short: "", always: true) do |series|
            series.reference ? "#{series.contender} (reference)" : series.contender
          end
        end

        def value_column(sweep, value, at)
          Column.figures("#{sweep.name} #{value}", 1, short: value, always: true, number: ->(series) { series.rows[at]&.wall_ns },
                                                      how: ->(series) { explain(series.rows[at]) }) do |series|
            row = series.rows[at] or next ""
            row.ok? ? Figures.time(row.wall_ns) : row.status
          end
        end

        def explain(row)
          return unless row

          row.ok? ? Figures.time_of(row) : [row.status, row.reason].compact.join(": ")
        end
      end
    end
  end
end
