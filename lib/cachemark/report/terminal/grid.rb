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
          @widths = Widths.new(@texts, width)
          @columns = @widths.columns
        end

        # The text without colours.
        #
        #: (String) -> String
        def self.plain(text) = text.gsub(/\e\[[\d;]*m/, "")

        # Widths: what fitted.
        attr_reader :widths

        #: () -> String
        def to_s
          head, rule, *lines = table.lines(chomp: true)
          body = @sections.each_with_index.flat_map do |section, index|
            [*("" if index.positive?), heading(section), *lines.shift(heights(index).sum)]
          end
          [head, rule, *body].join("\n")
        end

        private

        def table
          rows = @sections.each_index.flat_map { |index| rows(index) }.map { |cells| cells.map { |lines| lines.join("\n") } }
          ::Terminal::Table.new(headings: headings, rows: rows, style: STYLE) { |table| align(table) }
            .to_s.gsub(/ +$/, "").gsub(/^(-+)-{#{GAP}}$/, "\\1")
        end

        # The text of each row, section by section.
        def texts(column) = @sections.map { |section| section.rows.map { |row| column.cell.call(row) } }

        def headings = @columns.map { |column| { value: column.heading, alignment: column.align } }

        # As wide as the terminal, not as the columns: no word of a heading is lost.
        def heading(section)
          text = @heading.call(section)
          @paint.strong(text.size > @width ? Wrap.text(text, @width) : text)
        end

        # Lines of each cell of each row.
        def rows(index) = (@rows ||= {})[index] ||= @sections[index].rows.each_index.map { |row| cells(index, row) }

        def heights(index) = rows(index).map { |cells| cells.map(&:size).max }

        def cells(section, row)
          @columns.each_with_index.map do |column, at|
            text, room = @texts[column][section][row], @widths.room(column)
            next [Wrap.cut(text, [room, 8].max)] if at.zero? && column.narrow.nil?

            column.narrow && self.class.plain(text).size > room ? Fold.lines(text, room) : [text]
          end
        end

        def align(table)
          @columns.each_with_index { |column, index| table.align_column(index, column.align) }
        end
      end
    end
  end
end
