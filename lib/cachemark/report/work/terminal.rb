# frozen_string_literal: true

module Cachemark
  module Report
    module Work
      # A section for each contender, a line for each row.
      class Terminal
        # Columns of the commands; the longest lists leave room for figures.
        COMMANDS = 30

        #: (Stats::WorkTable, **Object) -> void
        def initialize(table, **page)
          @table = table
          @page = Page.new(**page)
          @marks = Footnotes.new(table.shown)
        end

        #: () -> String
        def to_s
          @page.text(head, grid, @page.numbered(@marks.sentences), @page.notes(@table.notes + @marks.common), @page.closing)
        end

        private

        def head
          title = @table.suite["title"] || @table.suite["id"]
          [(@page.paint.strong(title) if title), @page.paint.faint(@page.wrap(READ_FIRST))].compact.join("\n")
        end

        def grid = Report::Terminal::Grid.new(columns, @table.sections, @page.width, @page.paint).to_s

        def columns
          labels = Labels.new(@table.shown)
          [column("", 0, align: :left) { |row| labels.short(row) },
           column("commands", 0, align: :left) { |row| commands(row) },
           *traffic, *reads, column("values", 2, align: :left) { |row| Words.values(row) },
           column("notes", 0, align: :left) { |row| @marks.numbers(row).join(",") }]
        end

        def commands(row) = row.ok? ? Wrap.cut(Words.commands(row), COMMANDS) : @page.paint.alarm(row.status)

        def traffic
          [column("trips", 1) { |row| Figures.count(row.round_trips) }, column("out", 3) { |row| Figures.count(row.bytes_out) },
           column("in", 6) { |row| Figures.count(row.bytes_in) }]
        end

        def reads
          [column("hits", 5) { |row| Words.some(row.hits) }, column("misses", 4) { |row| Words.some(row.misses) },
           column("raised", 7) { |row| Words.exceptions(row) }]
        end

        def column(heading, keep, align: :right, &cell)
          Report::Terminal::Columns::Column.new(heading: heading, keep: keep, align: align, cell: cell)
        end
      end
    end
  end
end
