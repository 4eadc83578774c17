# frozen_string_literal: true

module Cachemark
  module Report
    class Terminal
      # Breaks lists and labels: after commas, colons and words, but not between a number and its word.
      module Fold
        BREAKS = /(?<=,)(?! )|(?<=, )|(?<=:)|(?<=[^\d,] )/

        class << self
          # The text in lines of at most `room` characters; a longer word is broken where it must be.
          #
          #: (String, Integer) -> Array[String]
          def lines(text, room)
            pieces = text.split(BREAKS).flat_map { |piece| pieces(piece, room) }
            lines = pieces.each_with_object([+""]) do |piece, lines|
              fits?(lines.last + piece, room) ? lines.last << piece : lines << piece.dup
            end
            lines.map(&:rstrip)
          end

          private

          def fits?(text, room) = text.rstrip.size <= room

          def pieces(piece, room)
            return [piece] if fits?(piece, room)

            piece.split(/(?<= )/).flat_map { |word| fits?(word, room) ? [word] : word.scan(/.{1,#{room}}/) }
          end
        end
      end
    end
  end
end
