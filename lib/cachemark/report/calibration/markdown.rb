# frozen_string_literal: true

module Cachemark
  module Report
    module Calibration
      # The tables of the docs, with what a reader has to know.
      class Markdown
        LEFT = ["condition", "judge"].freeze

        #: (Stats::Calibration) -> void
        def initialize(calibration)
          @calibration = calibration
        end

        #: () -> String
        def to_s
          parts = [strong(Sentences.of(@calibration.summary)), *tables, "#{Calibration.extent(@calibration).delete_suffix(".")}.", origin]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def strong(sentence) = sentence ? "**#{Markup.text(sentence)}**" : ""

        def tables
          sections = Calibration.sections(@calibration.rows).flat_map { |section| ["#{section.heading}:", table(section)] }
          sections.any? ? [READ_FIRST, *sections] : []
        end

        def table(section)
          columns = Columns.all
          rows = section.rows.map { |row| columns.map { |column| Markup.text(column.cell.call(row)) } }
          used = columns.each_index.reject { |index| rows.all? { |cells| cells[index].empty? } }
          Markup.table(used.map { |index| columns[index].heading }, rows.map { |cells| cells.values_at(*used) }, left: LEFT)
        end

        def origin = Markup.details("How it was measured", Markup.list(Provenance.new(@calibration).sentences))
      end
    end
  end
end
