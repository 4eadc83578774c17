# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # A section for each contender, a line for each scenario and rate.
      class Terminal
        # `page` is what Page takes.
        #
        #: (Stats::OpenLoop, **Object) -> void
        def initialize(table, **page)
          @table = table
          @page = Page.new(**page)
          @marks = Footnotes.new(table.listed)
        end

        #: () -> String
        def to_s
          @page.text(head, grid, @page.numbered(@marks.sentences), @page.notes(@table.notes + @marks.common), @page.closing)
        end

        private

        def head = @page.head(@table.suite, READ_FIRST, answer: Words.answer(@table))

        def grid = Report::Terminal::Grid.new(columns, @table.sections, @page.width, @page.paint).to_s

        # What is worth least is left out first.
        def columns
          labels = Labels.new(@table.shown)
          [column("", 0, align: :left) { |row| labels.short(row) }, column("rate", 0) { |row| Words.rate(row.rate) },
           column("sent", 2) { |row| sent(row) }, column("busy", 5) { |row| Figures.percent(row.utilisation) },
           *percentiles, column("notes", 1, align: :left) { |row| @marks.numbers(row).join(",") }]
        end

        def sent(row) = row.ok? && !row.fell_behind ? Words.sent(row) : @page.paint.alarm(Words.sent(row))

        def percentiles
          worth = { "p50" => 3, "p90" => 7, "p99" => 0, "p99.9" => 4, "max" => 6 }
          Stats::Latencies::HEADINGS.map do |heading, name|
            column(heading, worth.fetch(heading)) { |row| name == :p99_ns ? Words.p99(row) : Words.percentile(row, name) }
          end
        end

        def column(heading, keep, align: :right, &cell)
          Report::Terminal::Columns::Column.new(heading: heading, keep: keep, align: align, cell: cell)
        end
      end
    end
  end
end
