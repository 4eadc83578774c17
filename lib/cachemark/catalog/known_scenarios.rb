# frozen_string_literal: true

module Cachemark
  class Catalog
    # The scenarios of the catalogue and of users' files, with the documents from which they are read again with parameters.
    class KnownScenarios
      #: (Folder) -> void
      def initialize(folder)
        @folder = folder
        @documents = {}
        @of_users = {}
        @varied = {}
      end

      # The catalogue's own, by their ids, sorted.
      #: () -> Hash[String, Scenario]
      def plain
        @plain ||= @folder.scenario_documents.map { |document| read(document) }.sort_by(&:id).to_h { |one| [one.id, one] }.freeze
      end

      # Of a user's file. Raises Usage.
      #: (String) -> Scenario
      def from_file(path)
        path = File.expand_path(path)
        @of_users[path] ||= begin
          document = @folder.scenario_document(path)
          scenario = Scenario::Reader.read(document)
          refuse_duplicate(scenario, path)
          @documents[scenario.id] = document
          scenario
        end
      end

      # A scenario of a user's file that was read before, by its id; nil for any other.
      #: (String) -> Scenario?
      def of_user(id) = @of_users.values.find { |scenario| scenario.id == id }

      # The scenario with that id and canonical parameters. Raises Usage.
      #: (String, Hash[String, String]) -> Scenario
      def varied(id, parameters)
        document = document(id)
        name, why = Parameters.lacking(document.data, parameters)
        raise Usage.new("#{id} has no #{name}: #{why}", try: "remove #{name}, or name another scenario") if name

        @varied[[id, parameters]] ||= Scenario::Reader.read(document, parameters)
      end

      # [name, reason] of the first of these canonical parameters that a scenario does not have; nil if it has all.
      #: (Scenario, Hash[String, String]) -> [String, String]?
      def lacking(scenario, parameters)
        document = @documents[scenario.base] or return [parameters.keys.first, "it is measured as recorded"]
        Parameters.lacking(document.data, Parameters.canonical(scenario.parameters.merge(parameters), of: scenario.id))
      end

      private

      def read(document)
        Scenario::Reader.read(document).tap { |scenario| @documents[scenario.id] = document }
      end

      def document(id)
        plain
        @documents.fetch(id) { raise Usage.new("#{id} is measured as recorded", try: "remove its parameters") }
      end

      def refuse_duplicate(scenario, path)
        return unless plain.key?(scenario.id) || of_user(scenario.id)

        raise Usage.new("#{path}: there is a scenario #{scenario.id} already", try: "give it another id")
      end
    end
  end
end
