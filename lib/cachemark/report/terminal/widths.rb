# frozen_string_literal: true

module Cachemark
  module Report
    class Terminal
      # Which columns of a table fit into a width, and how much room each gets: what can be folded gives
      # way first, then columns are left out, the least worth before the others.
      class Widths
        # Array[Column]: those that fit.
        attr_reader :columns

        # `texts`: {Column => [[String]]}, what its cells say.
        #
        #: (Hash[Columns::Column, Array[Array[String]]], Integer) -> void
        def initialize(texts, width)
          @texts = texts
          @width = width
          @all = texts.keys
          @columns = fitting
          @rooms = share
        end

        # Characters that the column has; the first has what the others leave.
        #
        #: (Columns::Column) -> Integer
        def room(column)
          return @rooms[column] unless column.equal?(@columns.first) && column.narrow.nil?

          @width - @columns.drop(1).sum { |other| @rooms[other] + Grid::GAP }
        end

        # Array[String]: headings of the columns that did not fit.
        def left_out = (@all - @columns).map(&:heading)

        # Integer: the width in which all fit.
        def needed = taken(@all)

        private

        def fitting
          columns = @all
          columns = columns.reject { |column| column.equal?(least(columns)) } while taken(columns) > @width && least(columns)
          columns
        end

        def least(columns) = columns.reject { |column| column.keep.zero? }.max_by(&:keep)
        def taken(columns) = columns.sum { |column| narrowest(column) + Grid::GAP } - Grid::GAP

        # What is left over goes to those that are folded, from left to right.
        def share
          left = [@width - taken(@columns), 0].max
          @columns.to_h do |column|
            more = [widest(column) - narrowest(column), left].min
            left -= more
            [column, narrowest(column) + more]
          end
        end

        def narrowest(column) = [[column.narrow || widest(column), column.heading.size].max, widest(column)].min

        def widest(column)
          (@widest ||= {})[column] ||= [column.heading, *@texts[column].flatten].map { |text| Grid.plain(text).size }.max
        end
      end
    end
  end
end
