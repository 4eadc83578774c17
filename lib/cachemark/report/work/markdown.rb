# frozen_string_literal: true

module Cachemark
  module Report
    module Work
      # A table per contender, with footnotes and provenance.
      class Markdown
        HEADINGS = ["", "commands", "round trips", "bytes out", "bytes in", "hits", "misses", "exceptions", "values",
                    "notes"].freeze
        LEFT = ["", "commands", "values", "notes"].freeze

        #: (Stats::WorkTable) -> void
        def initialize(table)
          @table = table
          @marks = Footnotes.new(table.listed)
          @labels = Labels.new(table.shown)
        end

        #: () -> String
        def to_s
          parts = [title, READ_FIRST, *@table.sections.map { |section| section(section) }, Markup.numbered(@marks.sentences),
                   *(@table.notes + @marks.common).map { |note| "Note: #{Markup.text(note)}" },
                   Markup.list(Provenance.new(@table).sentences)]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def title = @table.suite["title"] ? "## #{Markup.text(@table.suite["title"])}" : ""

        def section(section)
          heading = "### #{Markup.text(Report::Terminal::Heading.of(section))}"
          [heading, Markup.table(HEADINGS, section.rows.map { |row| cells(row) }, left: LEFT)].join("\n\n")
        end

        def cells(row)
          counts = [row.round_trips, row.bytes_out, row.bytes_in, row.hits, row.misses].map { |count| Figures.count(count) }
          [Markup.text(@labels.short(row)), row.ok? ? Markup.text(Words.commands(row)) : "**#{row.status}**", *counts,
           Words.exceptions(row), Words.values(row), @marks.numbers(row).join(", ")]
        end
      end
    end
  end
end
