# frozen_string_literal: true

require "terminal-table"

module Cachemark
  module Report
    class Terminal
      # Sections under one set of columns, as wide as the terminal allows.
      class Grid
        GAP = 2
        STYLE = { border_top: false, border_bottom: false, border_left: false, border_right: false,
                  padding_left: 0, padding_right: GAP, border_y: "", border_i: "" }.freeze

        # `heading` makes a String of a section.
        #
        #: (Array[Column], Array[Stats::Section], Integer, Paint, ?heading: #call) -> void
        def initialize(columns, sections, width, paint, heading: Heading.method(:of))
          @heading = heading
          @paint = paint
          @sections = sections
          @width = width
          @texts = columns.to_h { |column| [column, texts(column)] }
          @columns = fitting(columns, width)
          @spare = width - (taken(@columns) - widest(@columns.first))
        end

        #: () -> String
        def to_s
          head, rule, *lines = table.lines(chomp: true)
          body = @sections.each_with_index.flat_map do |section, index|
            [*("" if index.positive?), heading(section), *lines.shift(section.rows.size)]
          end
          [head, rule, *body].join("\n")
        end

        private

        def table
          rows = @sections.each_with_index.flat_map { |section, index| section.rows.each_index.map { |row| cells(index, row) } }
          ::Terminal::Table.new(headings: headings, rows: rows, style: STYLE) { |table| align(table) }
            .to_s.gsub(/ +$/, "").gsub(/^(-+)-{#{GAP}}$/, "\\1")
        end

        # The text of each row, section by section.
        def texts(column) = @sections.map { |section| section.rows.map { |row| column.cell.call(row) } }

        def fitting(columns, width)
          columns = columns.reject { |column| column.equal?(least(columns)) } while taken(columns) > width && least(columns)
          columns
        end

        def least(columns) = columns.reject { |column| column.keep.zero? }.max_by(&:keep)
        def taken(columns) = columns.sum { |column| widest(column) + GAP } - GAP

        def widest(column)
          (@widest ||= {})[column] ||= [column.heading, *@texts[column].flatten].map { |text| plain(text).size }.max
        end

        def plain(text) = text.gsub(/\e\[[\d;]*m/, "")

        def headings = @columns.map { |column| { value: column.heading, alignment: column.align } }

        # As wide as the terminal, not as the columns: no word of a heading is lost.
        def heading(section)
          text = @heading.call(section)
          @paint.strong(text.size > @width ? Wrap.text(text, @width) : text)
        end

        def cells(section, row)
          label, *figures = @columns.map { |column| @texts[column][section][row] }
          [Wrap.cut(label, [@spare, 8].max), *figures]
        end

        def align(table)
          @columns.each_with_index { |column, index| table.align_column(index, column.align) }
        end
      end
    end
  end
end
