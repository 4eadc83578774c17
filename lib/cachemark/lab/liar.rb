# frozen_string_literal: true

require "socket"

module Cachemark
  module Lab
    # Stands in front of a real memcached, whose counters stay honest, and changes a letter of
    # values on their way to the client: what a selftest must see through.
    class Liar
      PIECE = 65_536
      private_constant :PIECE

      # `due` are the values that it lies about, numbered from 1 over all connections.
      #
      #: (String, Integer, ?due: Range[Integer]) -> Liar
      def self.start(host, port, due: (1..)) = new(host, port, due)

      # "127.0.0.1:1024": what clients are given in the server's place.
      attr_reader :address

      # Integer: how often it has lied.
      attr_reader :lies

      def initialize(host, port, due)
        @target = [host, port]
        @due = due
        @told = @lies = 0
        @lock = Mutex.new
        @door = TCPServer.new("127.0.0.1", 0)
        @address = "127.0.0.1:#{@door.addr[1]}"
        @lines = ThreadGroup.new
        @porter = Thread.new { admit }
      end

      # Hangs up on everyone.
      #: () -> void
      def stop
        @porter.kill.join
        @lines.list.each { |line| line.kill.join }
        @door.close
      end

      private

      def admit
        loop { attend(@door.accept) }
      rescue SystemCallError, IOError
        nil
      end

      def attend(client)
        @lines.add(Thread.new { serve(client) })
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
        falsifier = Falsifier.new { |bytes| told(bytes) }
        loop do
          ready, = IO.select([client, server])
          server.write(client.readpartial(PIECE)) if ready.include?(client)
          client.write(falsifier.pass(server.readpartial(PIECE))) if ready.include?(server)
        end
      end

      def told(bytes)
        due = @lock.synchronize { @due.cover?(@told += 1) && @lies += 1 }
        due ? changed(bytes) : bytes
      end

      # One letter of the longest word, so that a serialised value is still one, and another.
      def changed(bytes)
        word = bytes.scan(/[\w:.-]+/n).max_by(&:bytesize)
        at = (word ? bytes.index(word) + word.bytesize : bytes.bytesize) - 1
        bytes.dup.tap { |wrong| wrong.setbyte(at, bytes.getbyte(at) ^ 1) }
      end
    end
  end
end
