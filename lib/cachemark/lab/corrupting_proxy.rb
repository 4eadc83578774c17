# frozen_string_literal: true

require "socket"

module Cachemark
  module Lab
    # A proxy in front of a real memcached that changes a letter of values on their way to the client. The server's counters
    # stay correct. A selftest must notice the wrong values.
    class CorruptingProxy
      PIECE = 65_536
      private_constant :PIECE

      # `due` are the numbers of the values to change, counted from 1 over all connections.
      #: (String, Integer, ?due: Range[Integer]) -> CorruptingProxy
      def self.start(host, port, due: (1..)) = new(host, port, due)

      # "127.0.0.1:1024": the address that clients get instead of the server's.
      attr_reader :address

      # Integer: how many values were changed.
      attr_reader :changed

      def initialize(host, port, due)
        @target = [host, port]
        @due = due
        @seen = @changed = 0
        @lock = Mutex.new
        @listener = TCPServer.new("127.0.0.1", 0)
        @address = "127.0.0.1:#{@listener.addr[1]}"
        @connections = ThreadGroup.new
        @acceptor = Thread.new { accept }
      end

      # Closes all connections.
      #: () -> void
      def stop
        @acceptor.kill.join
        @connections.list.each { |thread| thread.kill.join }
        @listener.close
      end

      private

      def accept
        loop do
          client = @listener.accept
          @connections.add(Thread.new { serve(client) })
        end
      rescue SystemCallError, IOError
        nil
      end

      def serve(client)
        server = TCPSocket.new(*@target)
        [client, server].each { |io| io.setsockopt(:TCP, :NODELAY, true) }
        pass_on(client, server)
      rescue SystemCallError, IOError
        nil
      ensure
        [client, server].each { |io| io&.close }
      end

      def pass_on(client, server)
        replies = Replies.new { |bytes| value(bytes) }
        loop do
          ready, = IO.select([client, server])
          server.write(client.readpartial(PIECE)) if ready.include?(client)
          client.write(replies.pass(server.readpartial(PIECE))) if ready.include?(server)
        end
      end

      def value(bytes)
        due = @lock.synchronize { @due.cover?(@seen += 1) && @changed += 1 }
        due ? corrupt(bytes) : bytes
      end

      # Changes one letter of the longest word, so that a serialised value can still be read but differs.
      def corrupt(bytes)
        word = bytes.scan(/[\w:.-]+/n).max_by(&:bytesize)
        at = (word ? bytes.index(word) + word.bytesize : bytes.bytesize) - 1
        bytes.dup.tap { |wrong| wrong.setbyte(at, bytes.getbyte(at) ^ 1) }
      end

      # Finds the values in the bytes that a memcached sends, in pieces of any size, in the text, meta or binary protocol. It
      # passes each to a block that returns the same number of bytes.
      class Replies
        HEADER = 24
        BINARY = 0x81
        # get, getq, getk, getkq, gat, gatq
        GETS = [0x00, 0x09, 0x0c, 0x0d, 0x1d, 0x1e].freeze
        VALUE = /\A(?:VALUE \S+ \d+|VA) (\d+)/n
        private_constant :HEADER, :BINARY, :GETS, :VALUE

        #: () { (String) -> String } -> void
        def initialize(&change)
          @change = change
          @held = +"".b
        end

        # The bytes to pass on to the client. A reply that is not complete yet is held back.
        #: (String) -> String
        def pass(bytes)
          @held << bytes
          passed = +"".b
          while (reply = @held.empty? ? nil : reply())
            passed << reply
          end
          passed
        end

        private

        def reply = @held.getbyte(0) == BINARY ? packet : line

        def packet
          return if @held.bytesize < HEADER

          _, opcode, key, extras, _, status, body = @held.unpack("CCnCCnN")
          whole = taken(HEADER + body) or return
          GETS.include?(opcode) && status.zero? ? changed(whole, HEADER + extras + key, 0) : whole
        end

        def line
          size = @held.index("\r\n")&.+(2) or return
          value = @held[0, size][VALUE, 1] or return taken(size)
          whole = taken(size + value.to_i + 2) and changed(whole, size, 2)
        end

        def taken(size) = @held.bytesize < size ? nil : @held.slice!(0, size)

        # The value is between the head and the tail of a reply. An empty value cannot be changed.
        def changed(whole, head, tail)
          size = whole.bytesize - head - tail
          whole[head, size] = @change.call(whole[head, size]) if size.positive?
          whole
        end
      end
    end
  end
end
