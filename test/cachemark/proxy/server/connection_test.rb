# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  module Proxy
    class Server
      class ConnectionTest < Minitest::Test
        include ProxyTalk

        def test_an_end_of_the_client_is_passed_on_and_the_server_may_still_speak
          FakeMemcached.open(->(io) { io.write(io.read.upcase) }) do |port|
            client = connect(proxy_to(port))
            client.write("hello")
            client.close_write

            assert_equal "HELLO", client.read
          end
        end

        def test_an_end_of_the_server_is_passed_on_and_the_client_may_still_speak
          said = Queue.new
          behaviour = lambda do |io|
            io.close_write
            said << io.read
          end
          FakeMemcached.open(behaviour) do |port|
            client = connect(proxy_to(port))
            assert_equal "", client.read
            client.write("hello")
            client.close_write

            assert_equal "hello", said.pop
          end
        end

        def test_a_reset_of_the_server_is_one_for_the_client
          reset = lambda do |io|
            io.gets
            io.setsockopt(Socket::Option.linger(true, 0))
          end
          FakeMemcached.open(reset) do |port|
            client = connect(proxy_to(port))
            client.write("get a\r\n")

            assert_raises(Errno::ECONNRESET) { client.read }
          end
        end

        def test_a_reset_of_the_client_is_one_for_the_server
          seen = Queue.new
          behaviour = lambda do |io|
            seen << io.gets
            io.read
          rescue SystemCallError => e
            seen << e.class
          end
          FakeMemcached.open(behaviour) do |port|
            client = connect(proxy_to(port))
            client.write("get a\r\n")
            seen.pop
            client.setsockopt(Socket::Option.linger(true, 0))
            client.close

            assert_equal Errno::ECONNRESET, seen.pop
          end
        end

        # Bound and not listening: nobody else gets the port meanwhile.
        def test_a_dead_server_is_a_reset
          dead = Socket.new(:INET, :STREAM).tap { |socket| socket.bind(Addrinfo.tcp("127.0.0.1", 0)) }
          proxy = proxy_to(dead.local_address.ip_port)

          # The reset can come before the client's own connect has returned.
          assert_raises(Errno::EPIPE, Errno::ECONNRESET) do
            client = connect(proxy)
            wait_for_end(client)
            client.write("x")
          end
          assert_equal [1, 0], proxy.drain.then { |traffic| [traffic.connections, traffic.bytes_out] }
        ensure
          dead&.close
        end

        def test_small_packets_are_not_held_back
          said = Queue.new
          FakeMemcached.open(->(io) { (said << io.getc) && io.read }) do |port|
            proxy = proxy_to(port)
            connect(proxy).write("x")
            said.pop
            own = proxy.address[/\d+\z/].to_i
            ours = [sockets { |socket| socket.remote_address && socket.local_address.ip_port == own },
                    sockets { |socket| socket.remote_address.ip_port == port }]

            assert_equal [[true], [true]], ours.map { |side| side.map { |it| it.getsockopt(:TCP, :NODELAY).bool } }
          end
        end

        # Ruby 3.1 breaks its own memory where the thread that closes a socket dies while another one leaves it.
        def test_sockets_are_closed_when_no_thread_waits_for_them
          ways = { "a reset of the server" => ->(io) { io.gets && io.setsockopt(Socket::Option.linger(true, 0)) },
                   "a conduct that ends it" => ->(io) { io.gets && io.write("x\r\n") && io.read } }
          ways.each do |way, server|
            FakeMemcached.open(server) do |port|
              waiting = Queue.new
              client, proxied = pair { |socket| watch(socket) { waiting << proxying } }
              connection = Connection.new(proxied, ["127.0.0.1", port], Mutex.new, ConditionVariable.new, number: 1,
                                          conduct: ->(chunk) { chunk.side == "client" ? chunk.bytes : :end })
              client.write("get a\r\n")

              assert_empty waiting.pop, way
              connection.stop
              client.close
            end
          end
        end

        # A client that had the words before the end could ask once more before it comes, or not.
        def test_words_before_an_end_come_with_it
          ways = { "a reply" => ["x\r\n"], "an answer of its own" => [[:answer, "x\r\n"]], "what is noted" => ["x\r\n", -> {}] }
          ways.each do |way, words|
            FakeMemcached.open(->(io) { io.gets && io.write("x\r\n") && io.read }) do |port|
              early = Queue.new
              client, proxied = pair { |socket| watch(socket) { early << client.recv_nonblock(9, exception: false) } }
              connection = Connection.new(proxied, ["127.0.0.1", port], Mutex.new, ConditionVariable.new, number: 1,
                                          conduct: ->(chunk) { chunk.side == "client" ? chunk.bytes : [*words, :end] })
              client.write("get a\r\n")

              assert_equal [:wait_readable, "x\r\n"], [early.pop, client.read], way
              connection.stop
              client.close
            end
          end
        end

        private

        # Both ends of a connection; the block is handed the second.
        def pair
          listener = TCPServer.new("127.0.0.1", 0)
          [TCPSocket.new(*listener.local_address.ip_unpack), listener.accept.tap { |socket| yield socket }]
        ensure
          listener.close
        end

        # Looks before it is closed.
        def watch(socket, &look)
          socket.define_singleton_method(:close) do
            look.call
            super()
          end
        end

        # Where the proxy's threads stand that are in the middle of reading or writing.
        def proxying
          lines = (Thread.list - [Thread.current]).flat_map { |thread| thread.backtrace.to_a }
          lines.grep(/wait_readable|read_nonblock/).grep(%r{proxy/server/connection})
        end

        # Who is reset early learns of it while connecting, and reads an end.
        def wait_for_end(client)
          assert_empty client.read
        rescue Errno::ECONNRESET
          nil
        end

        def sockets
          ObjectSpace.each_object(BasicSocket).select do |socket|
            !socket.closed? && !socket.is_a?(TCPServer) && yield(socket)
          rescue SystemCallError, SocketError, IOError
            false # not open, or no connection over TCP
          end
        end
      end
    end
  end
end
