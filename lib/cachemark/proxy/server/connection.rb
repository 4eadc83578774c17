# frozen_string_literal: true

module Cachemark
  module Proxy
    class Server
      # A client's connection and its connection to the server, with a thread for each direction. Each piece is recorded
      # before it is passed on, so that the record of a reply exists when the client gets the reply. An end is passed on as
      # an end, a reset as a reset.
      #
      # A socket is closed when no thread reads or writes it any more, and by a thread that nobody kills. Ruby 3.1 keeps the
      # list of threads that a close waits for on the stack of the closing thread. Killing that thread therefore corrupts
      # memory (rb_io_close in io.c; seen as SystemStackError and as a segmentation fault).
      class Connection
        # Each read of a socket reserves as much memory, until its bytes are collected.
        PIECE_BYTES = 1 << 14
        # The kernel's count of segments with data that a socket has received: tcpi_data_segs_in of struct tcp_info.
        SEGMENTS_IN = 152
        CONNECT_S = 10
        private_constant :SEGMENTS_IN, :CONNECT_S

        # The Conversation. The caller must hold the proxy's lock.
        attr_reader :conversation

        #: (BasicSocket, Access, Mutex, ConditionVariable, certificate: Access::Certificate?, number: Integer, filter: #call) -> void
        def initialize(client, server, lock, quiet, certificate:, number:, filter:)
          @client = client
          @lock = lock
          @quiet = quiet
          @number = number
          @filter = filter
          @conversation = Conversation.new(login: server.login&.by == "text")
          @barrier = Barrier.new
          @ended = []
          @passing = false
          @segments = tcp?(client) ? 0 : nil
          @drained = 0
          @ending = Mutex.new
          @thread = Thread.new { run(server, certificate) }
        end

        # The traffic since the last call. The caller must hold the proxy's lock.
        #: () -> Traffic
        def drain
          @segments = segments unless @client.closed?
          packets = @segments && (@segments - @drained)
          @drained = @segments
          @conversation.drain.with(packets: packets)
        end

        # Whether everything from the client was read, and everything that it waits for was sent. The socket is closed a
        # moment before the commands without a reply are recorded.
        def quiet? = over? || (@conversation.owed.zero? && all_read?)

        # Whether the server has processed everything from the client. Nothing else shows this of commands without a reply, so
        # that a barrier follows them, once they were passed on. The caller must hold the proxy's lock.
        def settled?
          return true if over?
          return false unless all_read?

          command = @conversation.silent
          return true if command.nil? || @ended.include?("server") || @barrier.passed?(command)

          @barrier.follow(command, @conversation.protocol, @server) if @conversation.whole? && !@passing && @ended.empty?
          false
        end

        # Whether nothing else can be sent.
        def over? = @over

        # Ends both sides at once, by :end or :reset. Any thread may call it, including the two of the connection.
        #: (?Symbol) -> void
        def stop(how = :end)
          @ending.synchronize do
            next if @over

            [@thread, @back].compact.each { |thread| thread.kill.join unless thread == Thread.current }
            @segments = segments unless @client.closed?
            [@client, @server].compact.each { |socket| close(socket, how) }
            @lock.synchronize { conclude }
          end
        end

        # Makes one move of a filter:
        #
        # - bytes to pass on to the side `to`,
        # - seconds to wait,
        # - :end or :reset of both sides,
        # - [:answer, bytes] for the client,
        # - a callable.
        #: (String | Numeric | Symbol | [Symbol, String] | Method | Proc, ?IO?) -> void
        def make(move, to = nil)
          case move
          when Numeric then sleep(move)
          when Symbol then stop(move)
          when Array then @client.write(move.last)
          when Method, Proc then move.call
          else to.write(move)
          end
        end

        private

        def run(server, certificate)
          @client = Access::TlsStream.accept(@client, certificate, timeout_s: CONNECT_S) if certificate
          @server = server.open(timeout_s: CONNECT_S)
          [@client, @server].each { |socket| socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, true) if tcp?(socket) }
          @back = Thread.new { pass("server", @server, @client) { |bytes| @conversation.received(bytes) } }
          pass("client", @client, @server) { |bytes| @conversation.sent(bytes) }
          @back.join
          stop
        rescue IOError, SystemCallError, ThreadError, Access::Refused
          stop(:reset)
        end

        def pass(side, from, to, &note)
          while (chunk = read(side, from, &note))
            make_all([*@filter.call(chunk)], to)
            passed_on if side == "client"
          end
          to.close_write
        rescue IOError, SystemCallError
          stop(:reset)
        end

        def make_all(moves, to)
          moves.each_with_index do |move, at|
            hold_last_bytes if moves[at + 1, 2].grep_v(Proc).first == :end
            make(move, to)
          end
        end

        def passed_on
          @lock.synchronize do
            @passing = false
            @quiet.broadcast
          end
        end

        def all_read? = !@client.closed? && (@ended.include?("client") || !unread?)

        # Peeks without waiting. Ruby replies to an interrupted wait with a timeout of 0 without looking at the socket.
        # Peeking consumes a socket's error, so that the reader sees only an end.
        def unread?
          return @client.unread? if @client.is_a?(Access::TlsStream)

          @client.recv_nonblock(1, Socket::MSG_PEEK, exception: false) != :wait_readable
        rescue SystemCallError
          @broken = true
          false
        end

        # Reads and records under one lock, so that each piece is always in one of the two places.
        def read(side, from)
          loop do
            from.wait_readable
            @lock.synchronize do
              bytes = from.read_nonblock(PIECE_BYTES, exception: false)
              bytes = arrived(side, bytes) unless bytes == :wait_readable
              @quiet.broadcast
              next if bytes == :wait_readable

              yield(bytes) if bytes
              return bytes && Chunk.new(connection: @number, side: side, bytes: bytes, owed: @conversation.owed,
                                        whole: @conversation.whole?)
            end
          end
        end

        # The bytes of a side without those of the barrier, nil at its end.
        def arrived(side, bytes)
          raise Errno::ECONNRESET if bytes.nil? && @broken

          bytes = @barrier.remove_from(bytes) if side == "server"
          @ended << side if bytes.nil?
          @passing = true if bytes && side == "client"
          bytes
        end

        # Sends the last bytes in one packet with the end. Otherwise it would be random whether a fast client sends another
        # request before the end arrives.
        def hold_last_bytes = tcp?(@client) && @client.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_CORK, true)

        def tcp?(socket) = socket.local_address.ip?

        # Integer, or nil if the kernel does not report it: a unix socket has none. Segments that arrive together may be merged.
        def segments
          @client.getsockopt(:TCP, :INFO).unpack("@#{SEGMENTS_IN}L").first
        rescue SystemCallError, IOError, SocketError, ArgumentError # of an offset beyond a short answer
          @segments
        end

        # Closing without lingering sends a reset.
        def close(socket, how)
          socket.setsockopt(Socket::Option.linger(true, 0)) if how == :reset
          socket.close
        rescue IOError, SystemCallError
          nil # it is closed already
        end

        def conclude
          @conversation.finish
          @over = true
          @quiet.broadcast
        end
      end
    end
  end
end
