# frozen_string_literal: true

module Cachemark
  module Report
    class Terminal
      # The columns of the terminal's tables, in their order from left to right.
      module Columns
        # `keep` orders the columns by worth: the least kept goes first where a
        # table is too wide; 0 is never left out. `cell` makes a String of a row, which may be
        # folded into lines of no more than `narrow` characters, if that is given.
        Column = Value.define(:heading, :keep, :cell, align: :right, narrow: nil)

        class << self
          # The columns of the main table.
          #
          #: (Stats::Table, Footnotes, Paint) -> Array[Column]
          def of(table, marks, paint)
            columns = [label(table), time(paint), *worth(table), marks(marks)]
            columns.select { |column| column.keep.zero? || table.shown.any? { |row| column.cell.call(row) != "" } }
          end

          # The columns of the table of latencies, which has a row for each cell that recorded them.
          #
          #: (Stats::Table) -> Array[Column]
          def of_latencies(table)
            [label(table), column("samples", 6) { |row| Figures.count(row.latencies[:count]) },
             *Stats::Latencies::HEADINGS.each_with_index.map do |(heading, name), index|
               column(heading, index + 1) { |row| Figures.time(row.latencies[name]) }
             end]
          end

          private

          def column(heading, keep, align: :right, &cell)
            Column.new(heading: heading, keep: keep, align: align, cell: cell)
          end

          def label(table)
            labels = Labels.new(table.shown)
            column("", 0, align: :left) { |row| labels.short(row) }
          end

          def time(paint)
            column("time per call", 0) { |row| row.ok? ? Figures.time_of(row) : paint.alarm(row.status) }
          end

          def worth(_table)
            [column("calls/s", 3) { |row| Figures.count(row.calls_per_s) },
             column("x socket", 1) { |row| Figures.ratio(row.socket_ratio, row.socket_ratio_interval) },
             column("allocations", 4) { |row| Figures.number(row.allocations) },
             column("fastest", 5) { |row| Figures.time(row.fastest_ns) },
             column("cpu", 7) { |row| Figures.time(row.cpu_ns) },
             column("GC", 6) { |row| Figures.percent(row.gc_share) }]
          end

          def marks(marks) = column("notes", 2, align: :left) { |row| marks.numbers(row).join(",") }
        end
      end
    end
  end
end
