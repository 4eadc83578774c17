# frozen_string_literal: true

module Cachemark
  module Report
    class Markdown
      # What reports of rows have in common in Markdown: a table per section, footnotes, notes and provenance.
      class Sheet
        # Footnotes of all rows; Labels of those that are shown.
        attr_reader :marks, :labels

        #: (Stats::OpenLoop | Stats::WorkTable) -> void
        def initialize(table)
          @table = table
          @marks = Footnotes.new(table.listed)
          @labels = Labels.new(table.shown)
        end

        # The block makes the text of a table of rows. `first` is read before the tables, `after` below them.
        #
        #: (String, ?after: String) { (Array) -> String } -> String
        def text(first, after: "", &table)
          parts = [title, first, *sections(&table), after, Markup.numbered(@marks.sentences), *notes,
                   Markup.list(Provenance.new(@table).sentences)]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def title = @table.suite["title"] ? "## #{Markup.text(@table.suite["title"])}" : ""

        def sections
          @table.sections.map { |section| "### #{Markup.text(Terminal::Heading.of(section))}\n\n#{yield(section.rows)}" }
        end

        def notes = (@table.notes + @marks.common).map { |note| "Note: #{Markup.text(note)}" }
      end
    end
  end
end
