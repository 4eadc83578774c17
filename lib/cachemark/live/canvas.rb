# frozen_string_literal: true

require "tty-cursor"
require "tty-screen"

module Cachemark
  module Live
    # Lines on a terminal that are drawn again in place.
    class Canvas
      #: (IO) -> void
      def initialize(io)
        @io = io
        @drawn = 0
      end

      # Whether anything stands there.
      def drawn? = @drawn.positive?

      # These lines, in place of what stood there.
      #
      #: (Array[String]) -> void
      def draw(lines)
        erase
        @io.print(lines.map { |line| "#{cut(line)}\n" }.join)
        @io.flush
        @drawn = lines.size
      end

      # The first line anew, the others as they are.
      #
      #: (String) -> void
      def renew(line)
        @io.print(TTY::Cursor.up(@drawn), TTY::Cursor.clear_line, cut(line), "\r", TTY::Cursor.down(@drawn))
        @io.flush
      end

      # Leaves these lines where the drawing was.
      #
      #: (Array[String]) -> void
      def leave(lines)
        erase
        @drawn = 0
        @io.print(lines.map { |line| "#{line}\n" }.join)
      end

      # Integer: lines that can be drawn. What scrolled away could not be redrawn.
      def room = TTY::Screen.height - 4

      private

      def erase
        @io.print(TTY::Cursor.clear_lines(@drawn + 1, :up)) if drawn?
      end

      def cut(line) = line[0, [TTY::Screen.width - 1, 20].max]
    end
  end
end
