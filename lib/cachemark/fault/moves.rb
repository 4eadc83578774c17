# frozen_string_literal: true

module Cachemark
  module Fault
    # Translates the moves of a fault into actions of a proxy's connection for one reply, or one request.
    class Moves
      # Raised for a move that the client's protocol does not allow; the message is the reason.
      class Impossible < StandardError; end

      # Raised for a move that needs the replies to several keys, where the reply to one came.
      class Unmet < StandardError; end

      LACKS = { "key" => "its reply names no key", "opaque" => "its reply has no opaque",
                "endless" => "its reply has no separate end", "error" => "its request wants no reply",
                "meta" => "every memcached knows its commands",
                "shorter" => "its replies state their length only once",
                "longer" => "its replies state their length only once",
                "negative" => "its replies state their length only once",
                "too-large" => "its replies state their length only once",
                "unended" => "its values have no line end", "flood" => "its replies have no lines" }.freeze
      # The wait between pieces, so that each is sent in its own packet.
      PIECE_S = 0.0005
      # A call that has ended by then leaves the rest of its reply unread.
      LATER_S = 0.05
      MEGABYTE = ("x" * (1024**2)).freeze
      private_constant :LACKS, :PIECE_S, :LATER_S, :MEGABYTE

      # bytes: the reply, or the request, that the moves act on; request: the request of that reply; subject_key and
      # other_values: as in Injector.
      #: (String, String, ?request: String, ?other_values: Hash[String, String]) -> void
      def initialize(bytes, subject_key, request: "", other_values: {})
        @bytes = bytes.b
        @left = @bytes
        @subject_key = subject_key
        @other_values = other_values.to_h { |own, other| [own.b, other.b] }
        @request = request
      end

      # The actions in order: bytes to pass on, seconds to wait, :end or :reset, [:answer, bytes] for the client, :hold,
      # :swallow and :forget until the injector stops. Bytes that no move passes on are held back. Raises Impossible, Unmet.
      #: (Array[Hash[String, Object]]) -> Array[String | Numeric | Symbol | Array]
      def list(moves) = moves.flat_map { |move| send(*move.first) }

      private

      def wait_ms(value) = [value / 1000.0]

      # Passes this many bytes on; "body": up to the middle of the reply's value; "rest": the remaining bytes.
      def pass(value)
        piece = @left.byteslice(0, length(value)) || ""
        @left = @left.byteslice(piece.bytesize..)
        [piece]
      end

      # Passes one byte at a time.
      def drip_ms(value) = take.each_char.flat_map { |byte| [byte, value / 1000.0] }

      # Passes packets of this many bytes.
      def pieces(value) = take.scan(/.{1,#{value}}/mn).flat_map { |piece| [piece, PIECE_S] }

      def say(text) = [text.b]

      # Sends the client an error, in the words of its protocol.
      def refuse(name) = [[:answer, protocol.error(name, request: @request) || raise(Impossible, LACKS["error"])]]

      # Sends an error in place of the reply to one key of several ("middle"), or in place of the end of the replies ("end").
      # The rest comes alone, so that no client reads it together with the error, or with the reply to what it asks next.
      def refuse_part(place)
        replies = take
        raise Unmet unless protocol.bulk?(replies)

        refused, rest = protocol.partly_refused(replies, place) || raise(Impossible, LACKS.fetch("endless"))
        [refused, LATER_S, rest, LATER_S]
      end

      # Sends a forged reply in place of the whole one.
      def forge(what)
        reply = what == "key" ? with_other_values(take) : take
        [protocol.forged(what, reply: reply, key: @subject_key) || raise(Impossible, LACKS.fetch(what))]
      end

      # Sends so many megabytes of a line that does not end, in place of the first line.
      def flood_mb(value)
        raise Impossible, LACKS.fetch("flood") unless protocol == Forgery::Text

        [take[/\A[^\r\n]*/n], *[MEGABYTE] * value]
      end

      # Stops reading in this direction.
      def hold(_value) = [:hold]

      # Holds back everything that the server sends, and leaves the connections open.
      def swallow(_value) = [:swallow]

      # Replies as a server that does not know such commands, until the injector stops.
      def forget(_what)
        take
        [:forget, [:answer, protocol.without_meta(@request) || raise(Impossible, LACKS["meta"])]]
      end

      # Sends the whole reply once more; "stranger": as a reply about another key.
      def again(whose) = [whose == "stranger" ? of_other_key : @bytes]

      def drop(_value)
        take
        []
      end

      def close(how) = [how.to_sym]

      def of_other_key = with_other_values(@bytes).gsub(@subject_key, Forgery.other_key(@subject_key))

      def with_other_values(reply) = @other_values.reduce(reply) { |bytes, (own, other)| bytes.gsub(own, other) }

      def protocol = Forgery.of(@request)

      def take = @left.tap { @left = "".b }

      def length(value)
        return @left.bytesize if value == "rest"
        return value if value.is_a?(Integer)

        body = @bytes.index(@subject_key) || 0
        [((@bytes.bytesize + body) / 2) - (@bytes.bytesize - @left.bytesize), 0].max
      end
    end
  end
end
