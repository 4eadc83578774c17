# frozen_string_literal: true

module Cachemark
  class Catalog
    # Checks a file against catalog/schema/KIND.json ("client", "scenario", "suite").
    # json_schemer is loaded on first use: only users' files need it.
    class Schema
      #: (String, String) -> void
      def initialize(folder, kind)
        @path = File.join(folder, "schema", "#{kind}.json")
        @kind = kind
      end

      # Raises Usage naming file, line, path and what is allowed there.
      #
      #: (Document) -> void
      def check(document)
        raise document.fault("", "is empty; it must be a #{@kind}") unless document.data

        found = errors(document.data)
        return if found.empty?

        fault = Fault.new(found.first, ::JSON.parse(File.read(@path)))
        raise document.fault(fault.pointer, fault.what, try: fault.try)
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
    end
  end
end
