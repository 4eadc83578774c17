# frozen_string_literal: true

module Cachemark
  class Catalog
    # The faults below a folder, of which no two have a case in common.
    class FaultFolder
      #: (String, reader: FaultReader) -> void
      def initialize(folder, reader:)
        @folder = folder
        @reader = reader
      end

      # By id, sorted. Raises Usage for the first file that is wrong.
      #
      #: () -> Hash[String, Fault]
      def faults
        owners = {}
        found = Dir.glob(File.join(@folder, "**", "*.yml")).map do |path|
          document = Document.read(path)
          @reader.read(document).tap { |fault| refuse_twin(document, fault, owners) }
        end
        found.sort_by(&:id).to_h { |fault| [fault.id, fault] }.freeze
      end

      private

      def refuse_twin(document, fault, owners)
        fault.case_ids.each do |id|
          twin = owners[id] and raise document.problem("/form", "gives a case the name #{id}, and #{twin}.yml has one",
                                                     try: "Give one of them another form.")
          owners[id] = fault.id
        end
      end
    end
  end
end
