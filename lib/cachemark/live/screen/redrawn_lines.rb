# frozen_string_literal: true

require "tty-cursor"

module Cachemark
  module Live
    class Screen < View
      # Lines on a terminal that are redrawn in place, each time in a single write.
      class RedrawnLines
        #: (IO, Display) -> void
        def initialize(io, display)
          @io = io
          @display = display
          @drawn = []
        end

        # Whether anything is drawn.
        def drawn? = @drawn.any?

        # Whether the terminal's size has changed since it was drawn on.
        def resized? = drawn? && @size != size

        # Draws these lines in place of the earlier ones.
        #: (Array[String]) -> void
        def draw(lines)
          before = rows
          @size = size
          lines = lines.map { |line| cut(line) }
          @drawn = lines.map { |line| RedrawnLines.columns(line) }
          write(up(before), *lines.map { |line| "#{line}#{TTY::Cursor.clear_line_after}\n" }, wipe(before - lines.size))
        end

        # Redraws the first lines, and keeps the others.
        #: (Array[String]) -> void
        def renew(lines)
          text = lines.map { |line| "#{cut(line)}#{TTY::Cursor.clear_line_after}\n" }
          rest = @drawn.size - lines.size
          write(up(@drawn.size), *text, *(TTY::Cursor.down(rest) if rest.positive?))
        end

        # Replaces the drawing with these lines, which stay.
        #: (Array[String]) -> void
        def leave(lines)
          before = rows
          write(up(before), wipe(before), *lines.map { |line| "#{line}\n" })
          @drawn = []
        end

        # Integer: columns of a line, and lines that can be drawn. A line that scrolled away could not be redrawn.
        def width = @display.width - 1
        def room = @display.height - 1

        # The columns of a text.
        #: (String) -> Integer
        def self.columns(text) = Report::Terminal::Wrap.columns(text)

        private

        def size = [@display.height, @display.width]

        # The rows of the drawing. Terminals fold lines when they get narrower, and lose those at the top.
        def rows
          [@drawn.sum { |columns| [columns.fdiv(@display.width).ceil, 1].max }, @display.height - 1].min
        end

        # Moves up to the beginning of a line. Up by 0 would move up by 1.
        def up(count) = count.positive? ? TTY::Cursor.up(count) + TTY::Cursor.column(1) : ""

        # Clears line by line, because a terminal that is cleared from its top may keep the old lines in its scrollback.
        def wipe(count)
          count.positive? ? ("#{TTY::Cursor.clear_line}\n" * count) + up(count) : ""
        end

        # If the terminal is gone, the run continues.
        def write(*texts)
          @io.print(texts.join)
          @io.flush
        rescue SystemCallError, IOError
          nil
        end

        # A cut line loses its colours, because half of an escape sequence would colour the following text.
        def cut(line)
          return line if RedrawnLines.columns(line) <= width

          Report::Terminal::Wrap.cut(Report::Terminal::Wrap.plain(line), width)
        end
      end
    end
  end
end
