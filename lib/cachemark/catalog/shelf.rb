# frozen_string_literal: true

module Cachemark
  class Catalog
    # The folder of catalogue files. Built-in files are trusted here, and checked
    # against the schemas by a test; users' files are always checked.
    class Shelf
      #: (String) -> void
      def initialize(folder)
        @folder = folder
      end

      #: () -> Hash[String, Client]
      def clients = all("clients") { |document| ClientReader.read(document) }

      #: () -> Hash[String, Scenario]
      def scenarios = all("scenarios") { |document| ScenarioReader.read(document) }

      #: () -> Hash[String, Suite]
      def suites = all("suites") { |document| SuiteReader.read(document) }

      #: (String) -> Scenario
      def scenario_file(path) = ScenarioReader.read(checked(path, "scenario"))

      #: (String, Catalog) -> Suite
      def suite_file(path, catalog) = SuiteReader.read(checked(path, "suite"), catalog)

      private

      def checked(path, kind) = Document.read(path).tap { |document| Schema.new(@folder, kind).check(document) }

      def all(kind)
        paths = Dir.glob(File.join(@folder, kind, "**", "*.yml"))
        paths.map { |path| yield Document.read(path) }.sort_by(&:id).to_h { |value| [value.id, value] }.freeze
      end
    end
  end
end
