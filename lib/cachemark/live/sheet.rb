# frozen_string_literal: true

module Cachemark
  module Live
    # A table as far as it is known, for any width: a terminal may be resized before there is more to know.
    class Sheet
      # `goal` is the share to which figures are to be known.
      #
      #: (Array[Stats::Row | Stats::OpenLoop::Row], Report::Terminal::Paint, Float) -> Sheet
      def self.of_rows(rows, paint, goal)
        kind = rows.first.is_a?(Stats::OpenLoop::Row) ? :of_rates : :of_rows
        new(Columns.public_send(kind, rows, paint, goal), Stats::Section.of(rows), paint)
      end

      #: (Array[Stats::Verdict], Report::Terminal::Paint, Float) -> Sheet
      def self.of_verdicts(verdicts, paint, goal)
        new(Columns.of_verdicts(verdicts, paint, goal), Report::Verdicts.sections(verdicts), paint)
      end

      #: (Array[Report::Terminal::Columns::Column], Array[Stats::Section], Report::Terminal::Paint) -> void
      def initialize(columns, sections, paint)
        @columns = columns
        @sections = sections
        @paint = paint
      end

      # Array[String] of the headings, and Array[Array[String]] of the sections, of each its heading first.
      #
      #: (Integer) -> [Array[String], Array[Array[String]]]
      def lines(width)
        grid = Report::Terminal::Grid.new(@columns, @sections, width, @paint, heading: :heading.to_proc)
        head, rule, *body = grid.to_s.lines(chomp: true)
        [[head, rule], body.slice_when { |line, _| line.empty? }.map { |own| own.reject(&:empty?) }]
      end
    end
  end
end
