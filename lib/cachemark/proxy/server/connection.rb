# frozen_string_literal: true

module Cachemark
  module Proxy
    class Server
      # One connection of a client and the one to the server that was made for it, with a thread
      # in each direction. What passes is noted first, so that whoever has a reply knows that the
      # proxy has it too. An end is passed on as an end and a reset as a reset.
      #
      # Sockets are closed when no thread reads or writes them any more, and by one that nobody kills: Ruby 3.1 keeps the list
      # of the threads that a close waits for on the stack of the one that closes, so that its death breaks the memory of all
      # (rb_io_close in io.c; seen as SystemStackError, and as a segmentation fault).
      class Connection
        PIECE_BYTES = 1 << 16

        # The Conversation; whoever asks it holds the proxy's lock.
        attr_reader :conversation

        #: (TCPSocket, [String, Integer], Mutex, ConditionVariable, number: Integer, conduct: Proc) -> void
        def initialize(client, address, lock, calm, number:, conduct:)
          @client = client
          @lock = lock
          @calm = calm
          @number = number
          @conduct = conduct
          @conversation = Conversation.new
          @heard = false
          @ending = Mutex.new
          @thread = Thread.new { run(address) }
        end

        # Whether all is heard that the client wrote, and all that it waits for was said. Its socket is closed a moment before
        # what the end leaves unanswered is noted.
        def calm? = over? || (!@client.closed? && @conversation.owed.zero? && (@heard || !unread?))

        # Whether nothing more can be said.
        def over? = @over

        # Ends both sides at once: by :end or :reset. From any thread, its own two, too.
        #: (?Symbol) -> void
        def stop(how = :end)
          @ending.synchronize do
            next if @over

            [@thread, @back].compact.each { |thread| thread.kill.join unless thread == Thread.current }
            [@client, @server].compact.each { |socket| close(socket, how) }
            @lock.synchronize { conclude }
          end
        end

        # What a conduct asks for: bytes to pass on `to` its side, seconds to wait, :end or :reset of both sides, what the
        # client is answered, or something of its own to wait for.
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

        def run(address)
          @server = Socket.tcp(*address)
          [@client, @server].each { |socket| socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, true) }
          @back = Thread.new { pass("server", @server, @client) { |bytes| @conversation.received(bytes) } }
          pass("client", @client, @server) { |bytes| @conversation.sent(bytes) }
          @back.join
          stop
        rescue IOError, SystemCallError
          stop(:reset)
        end

        def pass(side, from, to, &note)
          while (chunk = hear(side, from, &note))
            moves = [*@conduct.call(chunk)]
            moves.each_with_index do |move, at|
              cork if moves[at + 1, 2].grep_v(Proc).first == :end
              make(move, to)
            end
          end
          to.close_write
        rescue IOError, SystemCallError
          stop(:reset)
        end

        # A look, not a wait: Ruby answers a wait of no time without looking when it is interrupted. Whoever looks takes the
        # error away, so that who reads finds an end only.
        def unread?
          @client.recv_nonblock(1, Socket::MSG_PEEK, exception: false) != :wait_readable
        rescue SystemCallError
          @broken = true
          false
        end

        # Reading and noting are one, so that nothing is in neither place.
        def hear(side, from)
          loop do
            from.wait_readable
            @lock.synchronize do
              bytes = from.read_nonblock(PIECE_BYTES, exception: false)
              next if bytes == :wait_readable
              raise Errno::ECONNRESET if bytes.nil? && @broken

              bytes ? yield(bytes) : @heard ||= side == "client"
              @calm.broadcast
              return bytes && Chunk.new(connection: @number, side: side, bytes: bytes, owed: @conversation.owed,
                                        whole: @conversation.whole?)
            end
          end
        end

        # What the client is told from now on leaves in one packet with the end: a client that is quicker than the end
        # would otherwise ask once more first, or not, as it happens.
        def cork = @client.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_CORK, true)

        # Closing without lingering is what a reset is.
        def close(socket, how)
          socket.setsockopt(Socket::Option.linger(true, 0)) if how == :reset
          socket.close
        rescue IOError, SystemCallError
          nil # it is gone already
        end

        def conclude
          @conversation.finish
          @over = true
          @calm.broadcast
        end
      end
    end
  end
end
