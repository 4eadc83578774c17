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
          @sheet = Report::Markdown::Sheet.new(table)
        end

        #: () -> String
        def to_s
          @sheet.text(READ_FIRST) { |rows| Markup.table(HEADINGS, rows.map { |row| cells(row) }, left: LEFT) }
        end

        private

        def cells(row)
          counts = [row.round_trips, row.bytes_out, row.bytes_in, row.hits, row.misses].map { |count| Figures.count(count) }
          [Markup.text(@sheet.labels.short(row)), row.ok? ? Markup.text(Words.commands(row)) : "**#{row.status}**", *counts,
           Words.exceptions(row), Words.values(row), @sheet.marks.numbers(row).join(", ")]
        end
      end
    end
  end
end
