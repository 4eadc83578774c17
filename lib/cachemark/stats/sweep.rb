# frozen_string_literal: true

module Cachemark
  module Stats
    # The rows of a run along one dimension. `names` share the values, and `values` are texts. `series` are the lines: what
    # differs in nothing but the dimension.
    class Sweep < Value.define(:names, :values, :series)
      # One contender over the values. `place` is everything else that the rows have in common: scenario, mode, and the values
      # of other dimensions. `rows` has a Row, or nil, for each value.
      Series = Value.define(:contender, :place, :rows, reference: false)

      # Of a table, in the order in which the command named them.
      #: (Table) -> Array[Sweep]
      def self.of(table)
        table.sweeps.map { |facts| new(names: facts["names"], values: facts["values"], series: Lines.new(facts, table).to_a) }
      end

      # The name of the dimension.
      #: () -> String
      def name = names.first

      # Its values as numbers; nil if not all of them are.
      #: () -> Array[Numeric]?
      def numbers
        numbers = values.map { |value| Vocabulary::Amount.parse(value) }
        numbers if numbers.all?
      end

      # {place => its series}
      #: () -> Hash[String, Array[Series]]
      def places = series.group_by(&:place)

      # The lines of one sweep.
      class Lines
        #: (Hash[String, Array[String]], Table) -> void
        def initialize(facts, table)
          @names, @values = facts.values_at("names", "values")
          @table = table
        end

        #: () -> Array[Series]
        def to_a
          found = rows.group_by { |row| [Dimensions.contender(row, @names), Dimensions.place(row, @names), row.shown] }
          places = found.select { |(_, _, shown), _| shown }.map { |(_, place, _), _| place }
          found.filter_map { |(contender, place, shown), own| series(contender, place, shown, own) if places.include?(place) }
        end

        private

        def rows
          listed = @table.listed
          hidden = @table.rows.select { |row| !row.shown && Vocabulary::References.socket?(row.client) }
          (listed + hidden).select { |row| row.dimensions.key?(@names.first) }
        end

        def series(contender, place, shown, rows)
          at = rows.to_h { |row| [row.dimensions.fetch(@names.first), row] }
          Series.new(contender: contender, place: place, reference: !shown, rows: @values.map { |value| at[value] }.freeze)
        end
      end

      # The values of the swept dimensions that belong to a cell.
      module Dimensions
        class << self
          # {name => text} of those that a cell has. `notation` is that of its contender.
          #: (Array[Hash], scenario: String, mode: String, notation: String?) -> Hash[String, String]
          def of(sweeps, scenario:, mode:, notation:)
            has = { **options(notation), **workers(mode), **Vocabulary::ScenarioNotation.parse(scenario).parameters }
            sweeps.flat_map { |facts| named(facts["names"], has) }.to_h.freeze
          end

          # The id of a row's contender without these options.
          #: (Row, Array[String]) -> String
          def contender(row, names)
            row.contender.split(",").reject { |part| names.include?(part[/\A([^=]+)=/, 1]) }.join(",")
          end

          # The scenario and the mode of a row without these dimensions: "get,keys=10", "get (threads-4)".
          #: (Row, Array[String]) -> String
          def place(row, names)
            scenario = Vocabulary::ScenarioNotation.parse(row.scenario).without(names)
            mode = Vocabulary::Mode.of(row.mode)
            names.include?(mode.pattern) ? scenario : mode.title(scenario)
          end

          private

          # The first name has the value that all of them share.
          def named(names, has)
            value = names.filter_map { |name| has[name] }.first
            value ? [[names.first, value]] : []
          end

          def options(notation)
            notation.to_s.split(",").drop(1).filter_map { |part| part.split("=", 2) if part.include?("=") }.to_h
          end

          def workers(text)
            mode = Vocabulary::Mode.of(text)
            mode.sync? ? {} : { mode.pattern => mode.workers.to_s }
          end
        end
      end
    end
  end
end
