# frozen_string_literal: true

require "strscan"

module Check
  module Printed
    # The lines of an output that a page prints: `1.../^$/, /verdict/.../^Note:/`. A bound is the number of a line, negative from
    # the end, or a pattern. `..` includes the last line, `...` does not, and then ends with the output if nothing matches. A gap
    # between two ranges is printed as `...`.
    class Cut
      Range = Struct.new(:first, :last, :exclusive)
      BOUND = %r{/((?:[^/\\]|\\.)*)/|(-?\d+)}
      # The paragraphs from which on an output says how it was measured: the caption has the same.
      ORIGIN = /^(?:Cachemark \d+\.\d+\.\d+, \d{4}-|Record: )/

      #: (String) -> void
      def initialize(text)
        @text = text
        @scanner = StringScanner.new(text)
        @ranges = [range]
        @ranges << range while @scanner.skip(/,\s*/)
        unreadable unless @scanner.eos?
      end

      # Raises Problem if the output has no such lines.
      #: (String) -> Array[String]
      def of(output)
        @lines = body(output)
        @at = 0
        @ranges.each_with_index.flat_map do |range, number|
          before = @at
          part = slice(range)
          [*("..." if number.positive? && @lines[before...@first].any? { |line| !line.empty? }), *part]
        end
      end

      private

      def range
        first = bound
        dots = @scanner.scan(/\.\.\.?/) or unreadable
        Range.new(first, bound, dots.size == 3)
      end

      def bound
        @scanner.scan(BOUND) or unreadable
        @scanner[1] ? Regexp.new(@scanner[1]) : Integer(@scanner[2], 10)
      end

      def unreadable = raise(Problem, "lines #{@text}: is no list of ranges, such as 1..3, /verdict/.../^Note:/")

      def body(output)
        lines = output.scrub.lines.map(&:rstrip)
        origin = lines.index { |line| line.match?(ORIGIN) }
        lines = lines.take(lines.take(origin).rindex("") || 0) if origin
        trimmed(lines)
      end

      def slice(range)
        @first = position(range.first, @at) or missing(range.first)
        last = position(range.last, range.exclusive ? @first + 1 : @first)
        missing(range.last) unless last || range.exclusive
        @at = range.exclusive ? last || @lines.size : last + 1
        trimmed(@lines[@first...@at]).tap { |lines| missing(range.first) if lines.empty? }
      end

      def position(bound, from)
        return (from...@lines.size).find { |at| @lines[at].match?(bound) } if bound.is_a?(Regexp)

        at = bound.negative? ? @lines.size + bound : bound - 1
        at if at.between?(from, @lines.size - 1)
      end

      def missing(bound) = raise(Problem, "the output has no line #{bound.is_a?(Regexp) ? "/#{bound.source}/" : bound}")
      def trimmed(lines) = lines.drop_while(&:empty?).reverse.drop_while(&:empty?).reverse
    end
  end
end
