# frozen_string_literal: true

module Cachemark
  module Plan
    # A dimension over which everything is measured: a parameter of scenarios, a mode ("threads"), or an option of contenders.
    # `names` are several if these share the values: with "pool_size=$threads", a pool has as many connections as there are
    # threads. `values` are canonical texts.
    class Sweep < Value.define(:names, :values)
      # A name that has the values of another sweep: "pool_size=$threads".
      Bound = Value.define(:name, :to)

      # The name in reports.
      #: () -> String
      def name = names.first

      # The fields in a record.
      #: () -> Hash[String, Object]
      def facts = { "names" => names, "values" => values }

      #: (Hash[String, Object]) -> Sweep
      def self.recorded(facts) = new(**facts.transform_keys(&:to_sym))

      # Those of its names that are parameters of scenarios.
      #: () -> Array[String]
      def parameters = names & Catalog::Parameters::NAMES

      #: () -> Array[String]
      def modes = names.select { |name| Vocabulary::Mode.pattern?(name) }

      # Those that can only be options of contenders.
      #: () -> Array[String]
      def options = names - parameters - modes

      # Whether the cell is at one of its points: whatever it has of the names has the same value.
      #: (Cell) -> bool
      def point?(cell) = coordinates(cell).compact.uniq.size < 2

      # Whether the cell has any of the names.
      #: (Cell) -> bool
      def in?(cell) = coordinates(cell).any?

      private

      def coordinates(cell)
        mode = Vocabulary::Mode.of(cell.mode)
        cell.scenario.parameters.values_at(*parameters) + cell.contender.given.values_at(*options) +
          modes.map { |name| mode.workers.to_s if mode.pattern == name }
      end
    end
  end
end
