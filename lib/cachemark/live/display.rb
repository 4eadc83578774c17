# frozen_string_literal: true

require "io/console"

module Cachemark
  module Live
    # What a stream can show. A terminal is asked each time, for it is resized while it is drawn on; by the
    # stream itself, because libraries that call `tput` or `stty` start processes during a measurement.
    class Display
      # Rows and columns of a terminal that does not report its size.
      USUAL = [24, 80].freeze
      # Columns of a file or a pipe.
      WIDE = 120
      # Columns below which nothing can be read anyway.
      LEAST = 20

      #: (IO, ?environment: Hash[String, String]) -> void
      def initialize(io, environment: ENV)
        @io = io
        @environment = environment
      end

      # A stream that is closed is none.
      def terminal?
        @io.tty?
      rescue IOError
        false
      end

      # Whether it can draw again what it has drawn.
      def draws? = terminal? && @environment["TERM"] != "dumb"

      # Whether it shows colours, and its user wants them (https://no-color.org).
      def color? = draws? && @environment["NO_COLOR"].to_s.empty?

      # Integer: columns.
      def width = terminal? ? [size.last, LEAST].max : WIDE

      # Integer: rows.
      def height = terminal? ? size.first : USUAL.first

      private

      def size
        sizes = @io.winsize.zip(@environment.values_at("LINES", "COLUMNS").map(&:to_i), USUAL)
        sizes.map { |numbers| numbers.find(&:positive?) }
      rescue SystemCallError # the terminal is gone, or has no size
        USUAL
      end
    end
  end
end
