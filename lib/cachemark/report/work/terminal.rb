# frozen_string_literal: true

module Cachemark
  module Report
    module Work
      # A section for each contender, a line for each row.
      class Terminal
        # Characters into which labels, commands, values and notes are folded at most.
        NARROW = { label: 16, commands: 16, values: 12, notes: 8 }.freeze

        #: (Stats::WorkTable, **Object) -> void
        def initialize(table, **page)
          @table = table
          @page = Page.new(**page)
          @marks = Footnotes.new(table.listed)
        end

        #: () -> String
        def to_s
          @page.text(head, grid.to_s, @page.numbered(@marks.sentences), @page.notes([*@table.notes, *@marks.common, *left_out]),
                     @page.closing)
        end

        private

        def head = @page.head(@table.suite, READ_FIRST, answer: answer)

        def answer
          noted = @table.listed.count { |row| @marks.numbers(row).any? }
          rows = "#{@table.listed.size} row#{"s" unless @table.listed.size == 1}"
          return "Nothing to note in #{rows}." if noted.zero?

          "#{noted} of #{rows} #{noted == 1 ? "has" : "have"} a footnote, where the work is not what its label says, " \
            "or its peers do."
        end

        def grid = @grid ||= Report::Terminal::Grid.new(columns, @table.sections, @page.width, @page.paint)

        def left_out
          names = grid.widths.left_out
          names.empty? ? [] : ["no room here for #{names.join(" and ")}: a terminal of #{grid.widths.needed} columns shows all"]
        end

        # Those that have something to say in one of the rows.
        def columns
          [label, commands, *traffic, *reads, *words].select do |column|
            column.heading == "" || @table.shown.any? { |row| column.cell.call(row) != "" }
          end
        end

        def label
          labels = Labels.new(@table.shown)
          column("", 0, align: :left, narrow: NARROW[:label]) { |row| labels.short(row) }
        end

        def commands
          column("commands", 0, align: :left, narrow: NARROW[:commands]) do |row|
            row.ok? ? Words.commands(row) : @page.paint.alarm(row.status)
          end
        end

        def traffic
          [column("trips", 1) { |row| Figures.count(row.round_trips) }, column("out", 2) { |row| Figures.count(row.bytes_out) },
           column("in", 3) { |row| Figures.count(row.bytes_in) }]
        end

        def reads
          [column("hits", 4) { |row| Words.some(row.hits) }, column("misses", 5) { |row| Words.some(row.misses) },
           column("raised", 7) { |row| Words.exceptions(row) }]
        end

        def words
          [column("values", 6, align: :left, narrow: NARROW[:values]) { |row| Words.values(row) },
           column("notes", 0, align: :left, narrow: NARROW[:notes]) { |row| @marks.numbers(row).join(",") }]
        end

        def column(heading, keep, align: :right, narrow: nil, &cell)
          Report::Terminal::Columns::Column.new(heading: heading, keep: keep, align: align, narrow: narrow, cell: cell)
        end
      end
    end
  end
end
