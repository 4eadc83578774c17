# frozen_string_literal: true

require "unicode/display_width"

module Cachemark
  module Report
    # Text in the columns of a terminal: how many it takes, where it is broken, what is cut. Widths are display columns:
    # a character of Chinese takes two of them, a colour none.
    module Wrap
      COLOUR = /\e\[[\d;]*m/
      # A number stays with its unit.
      UNIT = /(?<=\d) (?=(?:%|ns|µs|ms|s)(?!\w))/
      # Lists and labels are broken after commas, colons and words, but not between a number and its word.
      BREAKS = /(?<=,)(?! )|(?<=, )|(?<=:)|(?<=[^\d,] )/
      private_constant :COLOUR, :UNIT, :BREAKS

      class << self
        # The text without its colours.
        #
        #: (String) -> String
        def plain(text) = text.gsub(COLOUR, "")

        # Integer: the columns that a text takes.
        #
        #: (String) -> Integer
        def columns(text)
          text = plain(text)
          text.ascii_only? ? text.size : Unicode::DisplayWidth.of(text)
        end

        # `head` and the words after it in lines of at most `width` columns, all but the first
        # indented by the width of the head; a longer word gets its own line.
        #
        #: (String, Integer, ?head: String) -> String
        def text(text, width, head: "")
          indent = columns(head)
          room = [width - indent, 1].max
          lines = text.gsub(UNIT, "\u00a0").split.each_with_object([]) do |word, lines|
            fits = lines.any? && columns(lines.last) + columns(word) < room
            fits ? lines.last << " " << word : lines << word.dup
          end
          head + lines.join("\n#{" " * indent}").tr("\u00a0", " ")
        end

        # The text cut to `width` columns, its end marked.
        #
        #: (String, Integer) -> String
        def cut(text, width)
          return text if columns(text) <= width

          "#{first(text, [width - 1, 0].max)}…"
        end

        # As many of the first characters as fit into `width` columns.
        #
        #: (String, Integer) -> String
        def first(text, width)
          taken = 0
          text.each_char.take_while { |char| (taken += columns(char)) <= width }.join
        end

        # The text filled with blanks to `width` columns.
        #
        #: (String, Integer) -> String
        def pad(text, width) = text + (" " * [width - columns(text), 0].max)

        # A list or label in lines of at most `room` columns; a longer word is broken where it must be.
        #
        #: (String, Integer) -> Array[String]
        def fold(text, room)
          pieces = text.split(BREAKS).flat_map { |piece| pieces(piece, room) }
          lines = pieces.each_with_object([+""]) do |piece, lines|
            fits?(lines.last + piece, room) ? lines.last << piece : lines << piece.dup
          end
          lines.map(&:rstrip)
        end

        private

        def fits?(text, room) = columns(text.rstrip) <= room

        def pieces(piece, room)
          return [piece] if fits?(piece, room)

          piece.split(/(?<= )/).flat_map { |word| fits?(word, room) ? [word] : chunks(word, room) }
        end

        def chunks(word, room)
          word.each_char.with_object([+""]) do |char, chunks|
            columns(chunks.last + char) <= room ? chunks.last << char : chunks << char.dup
          end
        end
      end
    end
  end
end
