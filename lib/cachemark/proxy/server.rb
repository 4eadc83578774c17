# frozen_string_literal: true

module Cachemark
  module Proxy
    # Listens in front of a server and passes every byte on unchanged; a Conversation for each connection records the
    # traffic. It costs time, so it is never in place while time is measured.
    #
    #   proxy = Server.start(Access.tcp("127.0.0.1", 11211))
    #   proxy.address   # for the client
    #   proxy.drain     # => Traffic since the last time; the client must be idle
    #   proxy.stop
    class Server
      # The filter that passes everything on. A filter is called with each Chunk, on the thread of that direction, and may
      # block. It returns the bytes to pass on, or an Array of moves (Connection#make).
      OPEN = :bytes.to_proc
      # The errors of a process that has no descriptor or thread left, and the time before it accepts again.
      SCARCE = [Errno::EMFILE, Errno::ENFILE, Errno::ENOBUFS, Errno::ENOMEM, Errno::ECONNABORTED, ThreadError].freeze
      SCARCE_S = 0.05
      # The time after which a barrier that was not accepted is tried again.
      LOOK_S = 0.05
      private_constant :LOOK_S, :SCARCE, :SCARCE_S

      # Starts at a free address, for a server. With `narrow`, the buffers of the proxy and its clients are small, so that a
      # writer soon blocks if nobody reads. If the server speaks TLS, the proxy presents `certificate` and reads what is inside.
      # A unix socket is in a folder of the `keeper`. The code of this folder is loaded first, because no file can be loaded
      # while the process has no descriptor left. Zeitwerk reads the folders each time, so this happens once.
      #: (Access, ?certificate: Access::Certificate?, ?filter: #call, ?narrow: bool, ?keeper: Host::Keeper?) -> Server
      def self.start(server, certificate: nil, filter: OPEN, narrow: false, keeper: nil)
        @loaded ||= [Vocabulary, Access, Proxy].each { |room| LOADER.eager_load_namespace(room) }
        new(server, certificate, filter, Listener.for(server.address, narrow: narrow, keeper: keeper))
      end

      #: (Access, Access::Certificate?, #call, Listener) -> void
      def initialize(server, certificate, filter, listener)
        @server = server
        @certificate = certificate
        @filter = filter
        @listener = listener
        @lock = Mutex.new
        @quiet = ConditionVariable.new
        @connections = []
        @accepted = 0
        @thread = Thread.new { accept }
      end

      # Presents another certificate on new connections.
      #: (Access::Certificate?) -> void
      def present(certificate) = @lock.synchronize { @certificate = certificate }

      # How clients reach it.
      #: () -> Access
      def access = @server.with(address: @listener.address, trust: @certificate&.trust)

      # "127.0.0.1:1024"
      def address = @listener.address.to_s

      # The traffic since the last call. The client must be idle. Its last bytes are read first, and the server has
      # `patience_s` to reply to its open requests.
      #: (?patience_s: Numeric) -> Traffic
      def drain(patience_s: 1)
        @lock.synchronize do
          wait_until(Clock.now_s + patience_s, &:quiet?)
          traffic = @connections.map(&:drain)
          @connections.reject!(&:over?)
          traffic.reduce(Traffic.none, :+)
        end
      end

      # Waits until the server has processed everything that clients wrote and do not wait for, `patience_s` at most.
      #: (?patience_s: Numeric) -> void
      def settle(patience_s: 1) = @lock.synchronize { wait_until(Clock.now_s + patience_s, &:settled?) }

      # The number of commands with a reply that each connection has begun since the last `drain`.
      #: () -> Array[Integer]
      def questions = @lock.synchronize { @connections.map { |connection| connection.conversation.questions } }

      # Ends every connection by :end (as a server that stops) or by :reset (as a network failure).
      #: (Symbol) -> void
      def end_connections(how) = @lock.synchronize { @connections.dup }.each { |connection| connection.stop(how) }

      # Starts again with another filter, at the same address. It ends every connection, including those that wait to be
      # accepted.
      #: (#call) -> void
      def reset(filter)
        @lock.synchronize { accept_waiting unless @listener.closed? }
        stop_connections
        @lock.synchronize do
          @connections.clear
          @accepted = 0
          @filter = filter
        end
      end

      # Refuses new connections.
      def refuse_connections
        stop_accepting
        @listener.close
      end

      # Lets new connections wait in the kernel without a reply, as a lost or overloaded machine does.
      def ignore_connections
        stop_accepting
        @listener.fill_queue
      end

      # Accepts connections again, at the same address.
      def accept_connections
        @listener.open
        @thread = Thread.new { accept }
      end

      # Ends every connection. Safe at any time.
      def stop
        refuse_connections
        @listener.stop
        stop_connections
      end

      private

      def stop_connections = @lock.synchronize { @connections.dup }.each(&:stop)

      # Clients that arrive while the process has no descriptor left wait for the next attempt. If this thread ended, they
      # would hang.
      def accept
        loop do
          @listener.wait_readable
          sleep(SCARCE_S) unless @lock.synchronize { accept_waiting }
        end
      rescue IOError, SystemCallError
        nil # the listener is closed
      end

      # Holds the lock, because a connection that is being accepted would stay open forever.
      def stop_accepting
        @lock.synchronize { @thread.kill.join }
      rescue StandardError
        nil # the thread died of it, and Ruby has reported it
      end

      # Whether all clients that wait were accepted.
      def accept_waiting
        while (client = @listener.accept) != :wait_readable
          connect(client)
        end
        true
      rescue *SCARCE
        false
      end

      def connect(client)
        @connections << Connection.new(client, @server, @lock, @quiet, certificate: @certificate, number: @accepted += 1,
                                                                       filter: @filter)
      rescue ThreadError
        client.close
        raise
      end

      # Waits until the block is true of every connection. They signal @quiet after each recorded piece.
      def wait_until(deadline)
        accept_waiting unless @listener.closed?
        until @connections.map { |connection| yield connection }.all?
          left = deadline - Clock.now_s
          return unless left.positive?

          @quiet.wait(@lock, [left, LOOK_S].min)
        end
      end

      # A request of the proxy itself that follows commands without a reply on their connection. A server works in order, so
      # that its reply shows that they were processed. Neither the request nor its reply is recorded, filtered or passed on.
      class Barrier
        # By this opaque, the reply is recognised in the binary protocol.
        OPAQUE = 0xbaf71e75
        NOOP = Binary::Header::PLAIN.index("noop")
        PACKETS = [0x80, 0x81].map { |magic| [magic, NOOP, 0, 0, 0, 0, 0, OPAQUE, 0].pack("CCnCCnNNQ>").freeze }.freeze
        REQUESTS = { Ascii => "version\r\n", Binary => PACKETS.first }.freeze
        REPLIES = { Ascii => /^VERSION [^\n]*\n/n, Binary => PACKETS.last }.freeze
        private_constant :OPAQUE, :NOOP, :PACKETS, :REQUESTS, :REPLIES

        def initialize
          @held = "".b
        end

        # Whether the server has processed this command.
        #: (Command) -> bool
        def passed?(command) = @passed.equal?(command)

        # Follows the command, unless the server accepts no bytes now, or has not replied to the request before.
        #: (Command, Module, IO) -> void
        def follow(command, protocol, server)
          return if @followed

          request = REQUESTS.fetch(protocol)
          written = server.write_nonblock(request, exception: false)
          return if written == :wait_writable

          @reply = REPLIES.fetch(protocol)
          @followed = command
          server.write(request.byteslice(written..))
        rescue IOError, SystemCallError
          nil # the connection ends
        end

        # The bytes of the server without the reply to this request, :wait_readable if none are left. All are held back until
        # the reply is whole, or the connection ends (nil).
        #: (String?) -> String | Symbol | nil
        def remove_from(bytes)
          return bytes unless @followed

          before, reply, after = (@held << bytes.to_s).partition(@reply)
          return :wait_readable if reply.empty? && bytes

          @passed = @followed unless reply.empty?
          @followed = nil
          @held = "".b
          before.empty? && after.empty? ? (bytes && :wait_readable) : before + after
        end
      end
    end
  end
end
