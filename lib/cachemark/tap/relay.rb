# frozen_string_literal: true

require "socket"

module Cachemark
  module Tap
    # Stands before one server and passes every byte on as it came, while a conversation per
    # connection takes note. It costs time, so it is never there while time is measured.
    #
    #   relay = Relay.start("127.0.0.1", 11211)
    #   relay.address   # for the client
    #   relay.drain     # => Traffic since the last time; the client is idle
    #   relay.stop
    class Relay
      # Passes everything on. Whoever wants to do otherwise hands in its own: called with each
      # Chunk, on the thread of that direction, it answers the bytes to pass on, or an Array of moves: bytes,
      # seconds to wait, :end or :reset for both sides. It may take its time.
      OPEN = :bytes.to_proc

      # "127.0.0.1:1024"
      attr_reader :address

      # On a free port, for the server at host and port.
      #: (String, Integer, ?conduct: Proc) -> Relay
      def self.start(host, port, conduct: OPEN) = new(host, port, conduct)

      #: (String, Integer, Proc) -> void
      def initialize(host, port, conduct)
        @server = [host, port].freeze
        @conduct = conduct
        @listener = TCPServer.new("127.0.0.1", 0)
        @lock = Mutex.new
        @calm = ConditionVariable.new
        @address = "127.0.0.1:#{@listener.local_address.ip_port}"
        @connections = []
        @accepted = 0
        @thread = Thread.new { accept }
      end

      # What was said since the last call, by a client that is idle now. What it wrote is heard first,
      # and what it asked is given `patience_s` to be answered.
      #: (?patience_s: Numeric) -> Traffic
      def drain(patience_s: 1)
        @lock.synchronize do
          settle(now + patience_s)
          traffic = @connections.map { |connection| connection.conversation.drain }
          @connections.reject!(&:over?)
          traffic.reduce(Traffic.none, :+)
        end
      end

      # How many commands that must be answered each connection has begun since the last `drain`.
      #: () -> Array[Integer]
      def questions = @lock.synchronize { @connections.map { |connection| connection.conversation.questions } }

      # Ends every connection that stands, by :end or by :reset, as a server does that stops or a network that breaks.
      #: (Symbol) -> void
      def hang_up(how) = @lock.synchronize { @connections.dup }.each { |connection| connection.make(how) }

      # Takes nobody in: who comes is refused.
      def shut
        @thread.kill.join
        @listener.close
      end

      # Takes in again, at the same address.
      def open
        @listener = TCPServer.new("127.0.0.1", Integer(@address[/\d+\z/]))
        @thread = Thread.new { accept }
      end

      # Ends every connection. Safe at any time.
      def stop
        shut
        @lock.synchronize { @connections.dup }.each(&:stop)
      end

      private

      def accept
        loop do
          @listener.wait_readable
          @lock.synchronize { take_in }
        end
      rescue IOError, SystemCallError
        nil # the listener is closed: nobody comes any more
      end

      # Everybody who waits at the door.
      def take_in
        while (client = @listener.accept_nonblock(exception: false)) != :wait_readable
          @connections << Connection.new(client, @server, @lock, @calm, number: @accepted += 1, conduct: @conduct)
        end
      end

      # Every thread that has taken note of something says so.
      def settle(deadline)
        take_in unless @listener.closed?
        until @connections.all?(&:calm?)
          left = deadline - now
          return unless left.positive?

          @calm.wait(@lock, left)
        end
      end

      def now = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC)
    end
  end
end
