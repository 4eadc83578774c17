# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # One table of the document: a label of 10 columns, then five cells of 10 with a blank between them.
      class Grid
        CAPTIONS = %w[elapsed rate avg min max].freeze
        WIDTH = 10
        INDENT = "    "
        private_constant :CAPTIONS, :WIDTH, :INDENT

        # Array[Row]: in the document's order.
        attr_reader :rows

        # `firsts` are the rows of the library's first table.
        #: (String, Array[Row], figures: Module, firsts: Array[Row]) -> void
        def initialize(library, rows, figures:, firsts:)
          @library = library
          @rows = Label.sorted(rows)
          @figures = figures
          @firsts = firsts.to_h { |row| [row.mode, row] }
        end

        # String: what a row's scenario is called, of a library that the heading has named.
        def name = rows.first.label.delete_prefix("#{rows.first.contender}:")

        # The heading and the table; of one without figures the reasons.
        #
        #: () -> String
        def to_s = "### #{@library} #{name} (#{rows.first.calls} keys)\n\n#{lines.join("\n")}\n"

        # What its rows say.
        #
        #: () -> Array[Printed]
        def printed = to_s.lines.filter_map { |line| Printed.of(line, library: @library, table: name, keys: rows.first.calls) }

        # What a row is called in it.
        #
        #: (Row) -> String
        def label(row) = @figures.label(row)

        private

        def lines
          return reasons if rows.none?(&:ok?)

          width = [WIDTH, rows.map { |row| label(row).size }.max + 1].max
          [line("", CAPTIONS, width), *rows.map { |row| row.ok? ? line(label(row), cells(row), width) : lost(row, width) }]
        end

        def cells(row) = @figures.of(row, @firsts[row.mode])
        def line(label, cells, width) = "#{INDENT}#{label.ljust(width)}#{cells.map { |cell| cell.center(WIDTH) }.join(" ")}"
        def lost(row, width) = "#{INDENT}#{label(row).ljust(width)}#{reason(row)}"

        # One that all rows share is said once.
        def reasons
          said = rows.map { |row| reason(row) }.uniq
          said.size == 1 ? ["#{INDENT}#{said.first}"] : rows.map { |row| lost(row, WIDTH) }
        end

        def reason(row) = [row.status, row.reason].compact.join(": ").tr("\n", " ")
      end
    end
  end
end
