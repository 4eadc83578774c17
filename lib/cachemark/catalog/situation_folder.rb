# frozen_string_literal: true

module Cachemark
  class Catalog
    # The situations below a folder, of which no two have a case in common.
    class SituationFolder
      #: (String, reader: SituationReader) -> void
      def initialize(folder, reader:)
        @folder = folder
        @reader = reader
      end

      # By id, sorted. Raises Usage for the first file that is wrong.
      #
      #: () -> Hash[String, Situation]
      def situations
        owners = {}
        found = Dir.glob(File.join(@folder, "**", "*.yml")).map do |path|
          document = Document.read(path)
          @reader.read(document).tap { |situation| refuse_twin(document, situation, owners) }
        end
        found.sort_by(&:id).to_h { |situation| [situation.id, situation] }.freeze
      end

      private

      def refuse_twin(document, situation, owners)
        situation.case_ids.each do |id|
          twin = owners[id] and raise document.fault("/form", "gives a case the name #{id}, and #{twin}.yml has one",
                                                     try: "Give one of them another form.")
          owners[id] = situation.id
        end
      end
    end
  end
end
