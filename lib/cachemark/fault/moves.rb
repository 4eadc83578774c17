# frozen_string_literal: true

module Cachemark
  module Fault
    # The moves of a fault made with one reply, or one request: what a proxy's connection is to pass on, and when.
    class Moves
      # Raised for a move that the protocol which is spoken has no place for; the message is the reason.
      class Impossible < StandardError; end

      LACKS = { "key" => "its reply names no key", "opaque" => "its reply has no opaque",
                "endless" => "its reply has no end of its own", "error" => "its request wants no reply",
                "shorter" => "its replies tell their length once", "longer" => "its replies tell their length once" }.freeze
      private_constant :LACKS

      # bytes: what they are made with; request: what was asked.
      # twin: a value that it may hold => the one of the stranger whose reply it is forged to be.
      #: (String, String, ?request: String, ?twin: Hash[String, String]) -> void
      def initialize(bytes, mark, request: "", twin: {})
        @bytes = bytes.b
        @left = @bytes
        @mark = mark
        @twin = twin.to_h { |own, other| [own.b, other.b] }
        @request = request
      end

      # Bytes to pass on, seconds to wait, :end or :reset, [:answer, bytes] for the client, :hold and :swallow until all
      # is healed, in order. What no move passes on is kept back. Raises Impossible.
      #: (Array[Hash[String, Object]]) -> Array[String | Numeric | Symbol | Array]
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

      # An error, in the words of the protocol, to the client.
      def refuse(name) = [[:answer, wire.error(name, request: @request) || raise(Impossible, LACKS["error"])]]

      # The reply made wrong; nothing is left of it.
      def forge(what)
        reply = what == "key" ? estranged(take) : take
        [wire.forged(what, reply: reply, mark: @mark) || raise(Impossible, LACKS.fetch(what))]
      end

      # Nothing more is read on this way.
      def hold(_value) = [:hold]

      # Whatever the server says is kept back, and connections stay open.
      def swallow(_value) = [:swallow]

      # The whole reply once more; "stranger": as that to another key.
      def again(whose) = [whose == "stranger" ? estranged(@bytes).gsub(@mark, Wire.stranger(@mark)) : @bytes]

      def drop(_value)
        take
        []
      end

      def close(how) = [how.to_sym]

      def estranged(reply) = @twin.reduce(reply) { |bytes, (own, other)| bytes.gsub(own, other) }

      def wire = Wire.of(@request)

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
