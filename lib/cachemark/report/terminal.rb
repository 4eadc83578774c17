# frozen_string_literal: true

module Cachemark
  module Report
    # The table that people read first: time per call with its interval, calls a
    # second, x of `socket`, allocations; columns that do not fit are left out.
    class Terminal
      READ_FIRST = "Time per call, lower is better; ± is half of the 95 % interval over fresh processes. " \
                   "x socket is the cost over the least code that does the same work (C-backed clients can be below 1)."

      COMPARED = "x socket"
      private_constant :COMPARED

      # `page` is what Page takes.
      #
      #: (Stats::Table, **Object) -> void
      def initialize(table, **page)
        @table = table
        @page = Page.new(**page)
        @marks = Footnotes.new(table.listed)
      end

      #: () -> String
      def to_s
        @page.text(@page.head(@table.suite, READ_FIRST, answer: Sentences::Run.summary(@table.summary)), grid.to_s,
                   latencies, @page.numbered(@marks.sentences), @page.notes([*@table.notes, *@marks.common, *narrow]),
                   @page.closing)
      end

      private

      def grid = @grid ||= Grid.new(Columns.of(@table, @marks, @page.paint), @table.sections, @page.width, @page.paint)

      # The others can be missed without a word.
      def narrow
        return unless grid.widths.left_out.include?(COMPARED)

        "no room here for #{COMPARED}, the column to compare by: a wider terminal shows it"
      end

      def latencies
        sections = @table.sections.filter_map do |section|
          rows = section.rows.select(&:latencies)
          section.with(rows: rows) if rows.any?
        end
        sections.empty? ? "" : Grid.new(Columns.of_latencies(@table), sections, @page.width, @page.paint).to_s
      end
    end
  end
end
