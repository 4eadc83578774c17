# frozen_string_literal: true

module Cachemark
  module Report
    # The table that people read first: time per call with its interval, calls a
    # second, x of `socket`, allocations; columns that do not fit are left out.
    class Terminal
      READ_FIRST = "Time per call, lower is better; ± is half of the 95 % interval over fresh processes. " \
                   "x socket is the cost over the least code that does the same work (C-backed clients can be below 1)."

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
        @page.text(@page.head(@table.suite, READ_FIRST, answer: Stats::RunSummary.of(@table.listed)), grid, latencies,
                   @page.numbered(@marks.sentences), @page.notes(@table.notes + @marks.common), @page.closing)
      end

      private

      def grid = Grid.new(Columns.of(@table, @marks, @page.paint), @table.sections, @page.width, @page.paint).to_s

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
