# frozen_string_literal: true

module Cachemark
  module Tap
    class Relay
      # One connection of a client and the one to the server that was made for it, with a thread
      # in each direction. What passes is noted first, so that whoever has a reply knows that the
      # tap has it too. An end is passed on as an end and a reset as a reset.
      class Connection
        PIECE_BYTES = 1 << 16

        # The Conversation; whoever asks it holds the relay's lock.
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
          @thread = Thread.new { run(address) }
        end

        # Whether all is heard that the client wrote, and all that it waits for was said.
        def calm? = over? || @client.closed? || (@conversation.owed.zero? && (@heard || !unread?))

        # Whether nothing more can be said.
        def over? = @over

        # Ends both sides at once.
        def stop
          @thread.kill.join
          [@back, @client, @server].compact.each { |part| part.is_a?(Thread) ? part.kill.join : part.close }
        end

        # What a conduct asks for: bytes to pass on `to` its side, seconds to wait, :end or :reset of both sides, what the
        # client is answered, or something of its own to wait for.
        #: (String | Numeric | Symbol | [Symbol, String] | Method, ?IO?) -> void
        def make(move, to = nil)
          case move
          when Numeric then sleep(move)
          when :end then [@client, @server].compact.each(&:close)
          when :reset then reset
          when Array then @client.write(move.last)
          when Method then move.call
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
        rescue IOError, SystemCallError
          reset
        ensure
          close
        end

        def pass(side, from, to, &note)
          while (chunk = hear(side, from, &note))
            Array(@conduct.call(chunk)).each { |move| make(move, to) }
          end
          to.close_write
        rescue IOError, SystemCallError
          reset
        end

        # A look, not a wait: Ruby answers a wait of no time without looking when it is interrupted.
        def unread?
          @client.recv_nonblock(1, Socket::MSG_PEEK, exception: false) != :wait_readable
        rescue SystemCallError
          reset # whoever looks takes the error away
          false
        end

        # Reading and noting are one, so that nothing is in neither place.
        def hear(side, from)
          loop do
            from.wait_readable
            @lock.synchronize do
              bytes = from.read_nonblock(PIECE_BYTES, exception: false)
              next if bytes == :wait_readable

              bytes ? yield(bytes) : @heard ||= side == "client"
              @calm.broadcast
              return bytes && Chunk.new(connection: @number, side: side, bytes: bytes, owed: @conversation.owed,
                                        whole: @conversation.whole?)
            end
          end
        end

        # Closing without lingering is what a reset is; it wakes the other thread, too.
        def reset
          [@client, @server].compact.each do |socket|
            socket.setsockopt(Socket::Option.linger(true, 0))
            socket.close
          rescue IOError, SystemCallError
            nil # it is gone already
          end
        end

        def close
          @lock.synchronize do
            @conversation.finish
            [@client, @server].compact.each(&:close)
            @over = true
            @calm.broadcast
          end
        end
      end
    end
  end
end
