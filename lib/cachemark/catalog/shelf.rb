# frozen_string_literal: true

module Cachemark
  class Catalog
    # The folder of catalogue files. Built-in files are trusted here, and checked
    # against the schemas by a test; users' files are always checked, and so are faults, which are added there.
    class Shelf
      # `drivers` is the folder of the languages' drivers.
      #
      #: (String, ?drivers: String) -> void
      def initialize(folder, drivers: File.join(File.dirname(folder), "drivers"))
        @folder = folder
        @drivers = drivers
      end

      #: () -> Hash[String, Vocabulary::Language]
      def languages = Vocabulary::Language.below(@drivers)

      #: () -> Hash[String, Client]
      def clients = all("clients") { |document| ClientReader.read(document) }

      #: () -> Hash[String, Scenario]
      def scenarios = all("scenarios") { |document| ScenarioReader.read(document) }

      #: () -> Hash[String, Suite]
      def suites = all("suites") { |document| SuiteReader.read(document) }

      #: () -> Hash[String, Fault]
      def faults = FaultFolder.new(File.join(@folder, "fault"), reader: fault_reader).faults

      #: (String) -> Scenario
      def scenario_file(path) = ScenarioReader.read(checked(path, "scenario"))

      #: (String, Catalog) -> Suite
      def suite_file(path, catalog) = SuiteReader.read(checked(path, "suite"), catalog)

      private

      def fault_reader = FaultReader.new(schema: Schema.new(@folder, "fault"), mutants: mutants)

      # "NAME" of the language whose clients have the bare name, "LANGUAGE/NAME" of others.
      def mutants
        names = Dir.glob("*/mutants/*.*", base: @drivers).map { |path| path.sub("/mutants/", "/").sub(/\.\w+\z/, "") }
        names.map { |name| Vocabulary::Language.bare(name) }
      end

      def checked(path, kind) = Document.read(path).tap { |document| Schema.new(@folder, kind).check(document) }

      def all(kind)
        paths = Dir.glob(File.join(@folder, kind, "**", "*.yml"))
        paths.map { |path| yield Document.read(path) }.sort_by(&:id).to_h { |value| [value.id, value] }.freeze
      end
    end
  end
end
