# frozen_string_literal: true

require "terminal-table"

module Cachemark
  module Report
    class Terminal
      # Sections under one set of columns, as wide as the terminal allows: text that can be folded gives way first, then
      # columns are left out by their priority.
      class Grid
        GAP = 2
        STYLE = { border_top: false, border_bottom: false, border_left: false, border_right: false,
                  padding_left: 0, padding_right: GAP, border_y: "", border_i: "" }.freeze
        # Columns of the first cell that a cut leaves at least.
        LEAST = 8
        private_constant :STYLE, :LEAST

        # `heading` makes a String of a section.
        #
        #: (Array[Column], Array[Stats::Section], Integer, Paint, ?heading: #call) -> void
        def initialize(columns, sections, width, paint, heading: :heading.to_proc)
          @all = columns
          @sections = sections
          @width = width
          @paint = paint
          @heading = heading
          @texts = columns.to_h { |column| [column, sections.map { |section| section.rows.map { |row| column.text(row) } }] }
          @columns = fitting
          @rooms = share
        end

        # Array[Column]: those that did not fit.
        def left_out = @all - @columns

        # Integer: the width in which all columns fit.
        def needed = taken(@all)

        #: () -> String
        def to_s
          head, rule, *lines = table.lines(chomp: true)
          body = @sections.each_with_index.flat_map do |section, index|
            [*("" if index.positive?), *heading(section), *lines.shift(heights(index).sum)]
          end
          [head, rule, *body].join("\n")
        end

        private

        def fitting
          columns = @all
          columns = columns.reject { |column| column.equal?(least(columns)) } while taken(columns) > @width && least(columns)
          columns
        end

        def least(columns) = columns.reject { |column| column.keep.zero? }.max_by(&:keep)
        def taken(columns) = columns.sum { |column| narrowest(column) + GAP } - GAP

        # What is left over goes to the columns that are folded, from left to right.
        def share
          left = [@width - taken(@columns), 0].max
          @columns.to_h do |column|
            more = [widest(column) - narrowest(column), left].min
            left -= more
            [column, narrowest(column) + more]
          end
        end

        def narrowest(column) = [[column.narrow || widest(column), Wrap.columns(column.title)].max, widest(column)].min

        def widest(column)
          (@widest ||= {})[column] ||= [column.title, *@texts[column].flatten].flat_map { |text| text.split("\n") }
                                                                               .map { |line| Wrap.columns(line) }.max.to_i
        end

        # The first column has what the others leave.
        def room(column)
          return @rooms[column] unless column.equal?(@columns.first) && column.narrow.nil?

          @width - @columns.drop(1).sum { |other| @rooms[other] + GAP }
        end

        def table
          rows = @sections.each_index.flat_map { |index| rows(index) }.map { |cells| cells.map { |lines| lines.join("\n") } }
          ::Terminal::Table.new(headings: headings, rows: rows, style: STYLE) { |table| align(table) }
                           .to_s.gsub(/ +$/, "").gsub(/^(-+)-{#{GAP}}$/, "\\1")
        end

        def headings = @columns.map { |column| { value: column.title, alignment: column.align } }

        def align(table)
          @columns.each_with_index { |column, index| table.align_column(index, column.align) }
        end

        # As wide as the terminal, not as the columns: no word of a heading is lost.
        def heading(section)
          text = @heading.call(section)
          @paint.strong(Wrap.columns(text) > @width ? Wrap.text(text, @width) : text) unless text.empty?
        end

        # Lines of each cell of each row.
        def rows(index) = (@rows ||= {})[index] ||= @sections[index].rows.each_index.map { |row| cells(index, row) }
        def heights(index) = rows(index).map { |cells| cells.map(&:size).max }

        def cells(section, row)
          @columns.each_with_index.map do |column, at|
            tone = column.tone&.call(@sections[section].rows[row])
            lines(column, @texts[column][section][row], first: at.zero?).map { |line| paint(tone, line) }
          end
        end

        def lines(column, text, first:)
          room = room(column)
          return [Wrap.cut(text, [room, LEAST].max)] if first && column.narrow.nil?

          lines = column.narrow && Wrap.columns(text) > room ? Wrap.fold(text, room) : text.lines(chomp: true)
          lines.empty? ? [""] : lines
        end

        # A tone may be one for each line: what makes it of the text.
        def paint(tone, line) = @paint.tone(tone.respond_to?(:call) ? tone.call(line) : tone, line)
      end
    end
  end
end
