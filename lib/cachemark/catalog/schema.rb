# frozen_string_literal: true

module Cachemark
  class Catalog
    # Checks a file against catalog/schema/KIND.json ("client", "scenario", "suite", "fault").
    # json_schemer is loaded on first use: only users' files and faults need it.
    class Schema
      # What tells of those that a Document does not know where to read of.
      GUIDES = { "fault" => "see guides/adding-a-fault.md" }.freeze
      private_constant :GUIDES

      #: (String, String) -> void
      def initialize(folder, kind)
        @path = File.join(folder, "schema", "#{kind}.json")
        @kind = kind
      end

      # Raises Usage naming file, line, path and what is allowed there. data: of the file, where not all that stands there is
      # taken as it is. A block answers what else is to be said of a part (a pointer), or nil.
      #
      #: (Document, ?Object) { (String) -> String? } -> void
      def check(document, data = document.data)
        raise document.problem("", "is empty; it must be a #{@kind}", **advice) unless data

        found = errors(data)
        return if found.empty?

        problem = SchemaProblem.new(found.first, ::JSON.parse(File.read(@path)))
        remark = yield(problem.pointer) if block_given?
        raise document.problem(problem.pointer, "#{problem.what}#{remark}", try: problem.try || advice[:try])
      end

      # What json_schemer finds wrong (Hashes), every branch of it.
      #
      #: (Object) -> Array[Hash]
      def errors(data)
        require "json_schemer"
        require "json"
        @schemer ||= JSONSchemer.schema(Pathname.new(@path))
        @schemer.validate(data).to_a
      end

      private

      def advice = { try: GUIDES[@kind] }.compact
    end
  end
end
