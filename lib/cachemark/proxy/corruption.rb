# frozen_string_literal: true

module Cachemark
  module Proxy
    # A proxy's filter that changes a letter of each value on its way to the client. The server's counters stay correct. A
    # selftest must notice the wrong values.
    class Corruption
      def initialize
        @connections = {}
        @lock = Mutex.new
      end

      # The proxy calls this.
      #: (Chunk) -> String
      def call(chunk)
        return chunk.bytes if chunk.side == "client"

        @lock.synchronize { @connections[chunk.connection] ||= Replies.new }.pass(chunk.bytes)
      end

      # The replies on one connection. A reply that is not complete yet is held back.
      class Replies
        def initialize
          @intake = Conversation::Intake.new
          @held = "".b
        end

        # The bytes to pass on to the client.
        #: (String) -> String
        def pass(bytes)
          @parser ||= protocol(bytes)::Replies.new(self)
          @held << bytes
          @intake << bytes
          @passed = "".b
          nil while @parser.step(@intake)
          @passed
        end

        # For the parser: a whole reply has arrived.
        #: (Ascii::Reply | Binary::Reply, Integer) -> void
        def answered(reply, _at)
          whole = @held.slice!(0, reply.bytes)
          at = reply.value_at
          whole[at, reply.payload.bytes] = corrupt(whole[at, reply.payload.bytes]) if at && reply.payload.bytes.positive?
          @passed << whole
        end

        # For the parser: bytes that break the protocol, which pass unchanged.
        def note(*) = nil

        private

        def protocol(bytes) = bytes.getbyte(0) == Binary::Header::MAGIC.fetch("server") ? Binary : Ascii

        # Changes one letter of the longest word, so that a serialised value can still be read but differs.
        def corrupt(value)
          word = value.scan(/[\w:.-]+/n).max_by(&:bytesize)
          at = (word ? value.index(word) + word.bytesize : value.bytesize) - 1
          value.tap { value.setbyte(at, value.getbyte(at) ^ 1) }
        end
      end
    end
  end
end
