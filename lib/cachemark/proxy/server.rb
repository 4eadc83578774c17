# frozen_string_literal: true

require "socket"

module Cachemark
  module Proxy
    # Stands before one server and passes every byte on as it came, while a conversation per
    # connection takes note. It costs time, so it is never there while time is measured.
    #
    #   proxy = Server.start("127.0.0.1", 11211)
    #   proxy.address   # for the client
    #   proxy.drain     # => Traffic since the last time; the client is idle
    #   proxy.stop
    class Server
      # Passes everything on. Whoever wants to do otherwise hands in its own: called with each
      # Chunk, on the thread of that direction, it answers the bytes to pass on, or an Array of moves: bytes,
      # seconds to wait, :end or :reset for both sides. It may take its time.
      OPEN = :bytes.to_proc

      LOOPBACK = "127.0.0.1"
      SEGMENT_BYTES = 1_000
      BUFFER_BYTES = 16_384
      # More than a listener without a queue lets wait, and how long a place in it is tried for.
      QUEUE = 8
      FULL_S = 0.1
      private_constant :LOOPBACK, :SEGMENT_BYTES, :BUFFER_BYTES, :QUEUE, :FULL_S

      # "127.0.0.1:1024"
      attr_reader :address

      # On a free port, for the server at host and port.
      # narrow: its buffers, and its clients', are small, so that who writes waits soon where nobody reads.
      #: (String, Integer, ?conduct: Proc, ?narrow: bool) -> Server
      def self.start(host, port, conduct: OPEN, narrow: false) = new(host, port, conduct, narrow)

      #: (String, Integer, Proc, bool) -> void
      def initialize(host, port, conduct, narrow)
        @server = [host, port].freeze
        @conduct = conduct
        @narrow = narrow
        @reserved = reserve
        @listener = listen
        @lock = Mutex.new
        @calm = ConditionVariable.new
        @address = @reserved.local_address.ip_unpack.join(":")
        @connections = []
        @accepted = 0
        @thread = Thread.new { accept }
      end

      # What was said since the last call, by a client that is idle now. What it wrote is heard first,
      # and what it asked is given `patience_s` to be answered.
      #: (?patience_s: Numeric) -> Traffic
      def drain(patience_s: 1)
        @lock.synchronize do
          calm(now + patience_s)
          traffic = @connections.map { |connection| connection.conversation.drain }
          @connections.reject!(&:over?)
          traffic.reduce(Traffic.none, :+)
        end
      end

      # Waits until what clients wrote has been heard and answered, `patience_s` at most.
      #: (?patience_s: Numeric) -> void
      def settle(patience_s: 1) = @lock.synchronize { calm(now + patience_s) }

      # How many commands that must be answered each connection has begun since the last `drain`.
      #: () -> Array[Integer]
      def questions = @lock.synchronize { @connections.map { |connection| connection.conversation.questions } }

      # Ends every connection that stands, by :end or by :reset, as a server does that stops or a network that breaks.
      #: (Symbol) -> void
      def hang_up(how) = @lock.synchronize { @connections.dup }.each { |connection| connection.stop(how) }

      # Begins anew, at the same address and with another conduct: every connection is ended, those that wait at the door too.
      #: (Proc) -> void
      def renew(conduct)
        @lock.synchronize { take_in unless @listener.closed? }
        stop_connections
        @lock.synchronize do
          @connections.clear
          @accepted = 0
          @conduct = conduct
        end
      end

      # Takes nobody in: who comes is refused.
      def shut
        turn_away
        @listener.close
      end

      # Answers nobody who comes: the kernel leaves them waiting, as a machine does that is gone or overrun.
      def jam
        turn_away
        @listener.listen(0)
        @crowd = []
        QUEUE.times { @crowd << Socket.tcp(*place, connect_timeout: FULL_S) }
      rescue Errno::ETIMEDOUT
        nil # full: who comes now waits
      end

      # Takes in again, at the same address.
      def open
        @crowd&.each(&:close)
        @listener.closed? ? @listener = listen : @listener.listen(Socket::SOMAXCONN)
        @thread = Thread.new { accept }
      end

      # Ends every connection. Safe at any time.
      def stop
        shut
        @reserved.close
        @crowd&.each(&:close)
        stop_connections
      end

      private

      def stop_connections = @lock.synchronize { @connections.dup }.each(&:stop)

      def place = @reserved.local_address.ip_unpack

      # Holds the port while nobody listens there, so that whoever opens a connection meanwhile is not given it.
      def reserve
        Socket.new(:INET, :STREAM).tap do |socket|
          socket.setsockopt(:SOCKET, :REUSEADDR, true)
          socket.bind(Addrinfo.tcp(@narrow ? unknown : LOOPBACK, 0))
        rescue Errno::EADDRNOTAVAIL # a system whose loopback is one address
          socket.bind(Addrinfo.tcp(LOOPBACK, 0))
        end
      end

      # An address of this machine that nobody has talked to: of others Linux remembers how much went at once, and gives a client
      # that comes again a larger buffer (tcp_metrics).
      def unknown = "127.#{rand(1..254)}.#{rand(0..255)}.#{rand(1..254)}"

      # The segment size that is offered decides on the buffer that the kernel gives a client.
      def listen
        TCPServer.new(*place).tap do |server|
          next unless @narrow

          server.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_MAXSEG, SEGMENT_BYTES)
          server.setsockopt(Socket::SOL_SOCKET, Socket::SO_RCVBUF, BUFFER_BYTES)
        end
      end

      def accept
        loop do
          @listener.wait_readable
          @lock.synchronize { take_in }
        end
      rescue IOError, SystemCallError
        nil # the listener is closed: nobody comes any more
      end

      # Not in the middle of taking somebody in, who would stand there for good.
      def turn_away = @lock.synchronize { @thread.kill.join }

      # Everybody who waits at the door.
      def take_in
        while (client = @listener.accept_nonblock(exception: false)) != :wait_readable
          @connections << Connection.new(client, @server, @lock, @calm, number: @accepted += 1, conduct: @conduct)
        end
      end

      # Every thread that has taken note of something says so.
      def calm(deadline)
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
