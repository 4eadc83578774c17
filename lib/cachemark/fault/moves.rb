# frozen_string_literal: true

module Cachemark
  module Fault
    # The moves of a situation made with one reply: what a relay's connection is to pass on, and when.
    class Moves
      #: (String, String) -> void
      def initialize(bytes, mark)
        @bytes = bytes.b
        @left = @bytes
        @mark = mark
      end

      # Bytes to pass on, seconds to wait, :end or :reset, in order. What no move passes on is kept back.
      #: (Array[Hash[String, Object]]) -> Array[String | Numeric | Symbol]
      def list(moves) = moves.flat_map { |move| send(*move.first) }

      private

      def wait_ms(value) = [value / 1000.0]

      # So many bytes; "body": up to the middle of what the reply's value is; "rest".
      def pass(value)
        piece = @left.byteslice(0, length(value)) || ""
        @left = @left.byteslice(piece.bytesize..)
        [piece]
      end

      # A byte at a time.
      def drip_ms(value) = take.each_char.flat_map { |byte| [byte, value / 1000.0] }

      # In pieces of so many bytes, each by itself on the wire.
      def pieces(value) = take.scan(/.{1,#{value}}/mn).flat_map { |piece| [piece, 0.0005] }

      def say(text) = [text.b]

      # The whole reply once more.
      def again(_value) = [@bytes]

      # Another text in the place of one.
      def swap(value)
        @left = @left.sub(value.fetch("from").b, value.fetch("to").b)
        []
      end

      def drop(_value)
        take
        []
      end

      def close(how) = [how.to_sym]

      def take = @left.tap { @left = "".b }

      def length(value)
        return @left.bytesize if value == "rest"
        return value if value.is_a?(Integer)

        body = @bytes.index(@mark) || 0
        [((@bytes.bytesize + body) / 2) - (@bytes.bytesize - @left.bytesize), 0].max
      end
    end
  end
end
