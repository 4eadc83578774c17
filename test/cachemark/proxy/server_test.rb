# frozen_string_literal: true

require "socket"
require "test_helper"

module Cachemark
  module Proxy
    class ServerTest < Minitest::Test
      include MemcachedServer
      include ProxyTalk

      def test_drain_returns_the_traffic_since_the_last_call
        client = connect(proxy = proxy_to(memcached.port))
        assert_equal "STORED\r\n", ask(client, "set a 5 0 1\r\nx\r\n")
        stored = proxy.drain
        client.write("get a b\r\n")
        assert_equal "VALUE a 5 1\r\nx\r\nEND\r\n", 3.times.map { client.gets }.join
        read = proxy.drain

        assert_equal [["set"], 1, 16, 8, 1], [stored.exchanges.map(&:name), *stored.to_a[1, 4]]
        assert_equal [%w[hit miss], 1, 9, 21, 0], [read.exchanges.first.outcomes, *read.to_a[1, 4]]
        assert_equal Traffic.none, proxy.drain
      end

      def test_counts_the_packets_of_a_client_also_if_it_is_gone
        client = connect(proxy = proxy_to(memcached.port))
        2.times { ask(client, "get a\r\n") }
        assert_equal 2, proxy.drain.packets
        ask(client, "get a\r\n")
        client.close

        assert_equal [1, 0], [proxy.drain.packets, proxy.drain.packets]
      end

      def test_counts_the_questions_of_each_connection
        one, other = Array.new(2) { connect(@proxy ||= proxy_to(memcached.port)) }
        2.times { ask(one, "get a\r\n") }
        ask(other, "get a\r\n")
        assert_equal [2, 1], @proxy.questions
        @proxy.drain

        assert_equal [0, 0], @proxy.questions
      end

      def test_a_reply_that_the_client_has_is_in_the_next_drain
        client = connect(proxy = proxy_to(memcached.port))
        300.times do |number|
          ask(client, "get key#{number}\r\n")
          traffic = proxy.drain(patience_s: 0)

          assert_equal [["key#{number}"]], traffic.exchanges.map(&:keys)
        end
      end

      def test_a_drain_reads_commands_that_need_no_reply
        proxy = proxy_to(memcached.port)
        kept = connect(proxy)
        100.times do |number|
          client = number.odd? ? connect(proxy) : kept
          client.write("set key#{number} 0 0 1 noreply\r\nx\r\n")

          assert_equal [["key#{number}"]], proxy.drain(patience_s: 60).exchanges.map(&:keys)
        end
      end

      def test_a_drain_waits_for_replies_that_are_owed
        FakeMemcached.open(->(io) { io.gets && io.wait_readable(0.05) || (io.write("END\r\n") && io.gets) }) do |port|
          connect(proxy = proxy_to(port)).write("get a\r\n")

          assert_equal %w[miss], proxy.drain(patience_s: 60).exchanges.map(&:outcome)
        end
      end

      def test_a_drain_does_not_wait_for_ever
        heard = Queue.new
        FakeMemcached.open(->(io) { (heard << io.gets) && io.read }) do |port|
          client = connect(proxy = proxy_to(port))
          client.write("get a\r\n")
          heard.pop
          assert_equal [1, []], proxy.drain(patience_s: 0.01).then { |traffic| [traffic.unanswered, traffic.exchanges] }
          client.close_write
          client.read

          assert_equal %w[unanswered], proxy.drain(patience_s: 60).exchanges.map(&:outcome)
        end
      end

      def test_passes_every_byte_on_as_it_came_both_ways_at_once
        bytes = Random.new(1).bytes(6 << 20)
        FakeMemcached.open(->(io) { IO.copy_stream(io, io) }) do |port|
          client = connect(proxy = proxy_to(port))
          writer = Thread.new { client.write(bytes) && client.close_write }

          assert_equal bytes.hash, client.read.hash
          writer.join
          assert_equal [bytes.bytesize] * 2, proxy.drain.then { |traffic| [traffic.bytes_out, traffic.bytes_in] }
        end
      end

      def test_garbage_gets_the_servers_own_answer
        direct = garbage(memcached.address)
        proxy = proxy_to(memcached.port)

        assert_equal direct, garbage(proxy.address)
        refute_empty proxy.drain.garbled
      end

      def test_a_real_client_works_through_it
        capture = Captures.named("dalli-3.2.8-binary")
        proxy = proxy_to(memcached.port)
        client = connect(proxy)
        capture.chunks.chunk_while { |one, other| one[1] == other[1] }.each { |turn| replay(client, turn) }
        client.close

        assert_equal capture.exchanges.map { |exchange| exchange.values_at("name", "outcome") },
                     proxy.drain.exchanges.map { |exchange| [exchange.name, exchange.outcome] }
      end

      def test_a_filter_is_called_with_each_chunk
        seen = Queue.new
        filter = ->(chunk) { (seen << chunk) && (chunk.side == "server" ? chunk.bytes.tr("x", "y") : chunk.bytes) }
        client = connect(proxy = proxy_to(memcached.port, filter: filter))
        ask(client, "set a 0 0 1\r\nx\r\n")
        client.write("get a\r\n")

        assert_equal "VALUE a 0 1\r\ny\r\nEND\r\n", 3.times.map { client.gets }.join
        assert_equal [[1, "client", "set a 0 0 1\r\nx\r\n"], [1, "server", "STORED\r\n"]], 2.times.map { seen.pop.to_a.first(3) }
        assert_equal "x", proxy.drain.exchanges.last.items.first.data
      end

      def test_a_filter_knows_what_is_owed_and_whether_a_command_is_whole
        seen = Queue.new
        client = connect(proxy_to(memcached.port, filter: ->(chunk) { (seen << chunk) && chunk.bytes }))
        client.write("set a 0 0 1\r\n")
        first = seen.pop
        client.write("x\r\n")

        assert_equal [[false, 1], [true, 1], [true, 0]], [first, seen.pop, seen.pop].map { |chunk| [chunk.whole, chunk.owed] }
      end

      def test_quiet_gets_are_whole_once_the_command_that_ends_them_has_come
        seen = Queue.new
        client = connect(proxy_to(memcached.port, filter: ->(chunk) { (seen << chunk) && chunk.bytes }))
        ask(client, "set a 0 0 1\r\nx\r\n")
        2.times { seen.pop }
        client.write("mg a v q\r\n")
        parts = [seen.pop, seen.pop]
        client.write("mn\r\n")

        assert_equal [[false, 0], [false, 0], [true, 1], [true, 0]],
                     [*parts, seen.pop, seen.pop].map { |chunk| [chunk.whole, chunk.owed] }
        client.write("set a 0 0 1 noreply\r\ny\r\n")
        assert seen.pop.whole
      end

      def test_a_filter_can_answer_for_the_server_and_make_the_connection_wait
        gate = Queue.new
        filter = ->(chunk) { chunk.side == "client" ? [gate.method(:pop), [:answer, "BUSY\r\n"]] : chunk.bytes }
        client = connect(proxy_to(memcached.port, filter: filter))
        client.write("get a\r\n")

        refute client.wait_readable(0.05)
        gate << true
        assert_equal "BUSY\r\n", client.gets
      end

      def test_a_reset_ends_all_connections_and_sets_another_filter
        FakeMemcached.open(->(io) { io.each_line { |line| io.write(line) } }) do |port|
          proxy = proxy_to(port)
          held = connect(proxy).tap { |client| client.write("a\r\n") && client.gets }
          waiting = connect(proxy)
          proxy.reset(->(chunk) { chunk.side == "server" ? "#{chunk.connection}\r\n" : chunk.bytes })

          [held, waiting].each { |client| assert_raises(EOFError, Errno::ECONNRESET) { client.readpartial(1) } }
          assert_equal "1\r\n", connect(proxy).tap { |client| client.write("a\r\n") }.gets
        end
      end

      def test_its_port_stays_reserved_while_it_refuses_connections
        proxy = proxy_to(memcached.port)
        proxy.refuse_connections
        place = Addrinfo.tcp(*proxy.address.split(":"))

        assert_raises(Errno::ECONNREFUSED) { connect(proxy) }
        assert_raises(Errno::EADDRINUSE) { Socket.new(:INET, :STREAM).bind(place) }
        proxy.accept_connections
        assert_equal "END\r\n", ask(connect(proxy), "get a\r\n")
      end

      def test_a_proxy_that_ignores_connections_neither_accepts_nor_refuses_them
        proxy = proxy_to(memcached.port)
        proxy.ignore_connections

        assert_raises(Errno::ETIMEDOUT) { Socket.tcp(*proxy.address.split(":"), connect_timeout: 0.2) }
        proxy.accept_connections
        assert_equal "END\r\n", ask(connect(proxy), "get a\r\n")
      end

      # 65,208 bytes go, whatever went to other addresses before; the cases that rely on it send 900,000.
      def test_a_narrow_proxy_that_does_not_read_soon_blocks_the_writer
        written = [false, true].map do |narrow|
          client = connect(proxy_to(memcached.port, narrow: narrow, filter: ->(_) { sleep }))
          client.write_nonblock("set a 0 0 900000\r\n#{"x" * 900_000}", exception: false)
        end

        assert_operator written.last, :<, 150_000
        assert_operator written.first, :>, written.last
      end

      def test_a_stop_ends_every_thread_and_connection
        memcached
        before = Thread.list
        client = connect(proxy = proxy_to(memcached.port))
        ask(client, "get a\r\n")
        proxy.stop
        proxy.stop

        assert_empty Thread.list - before
        assert_equal "", client.read
        assert_raises(Errno::ECONNREFUSED) { connect(proxy) }
        assert_equal %w[miss], proxy.drain.exchanges.map(&:outcome)
      end

      private

      def ask(client, line)
        client.write(line)
        client.gets
      end

      def garbage(address)
        Socket.tcp(*address.split(":")) do |client|
          client.write("\r\n\0\xff get\r\nset a b c\r\nfrobnicate\r\nmg\r\n#{"z" * 3000}\r\nget a\r\n")
          client.close_write
          client.read
        end
      end

      def replay(client, turn)
        turn.each { |_, side, bytes| side == "client" ? client.write(bytes) : client.readpartial(bytes.bytesize) }
      end
    end

    # Whether `settle` waits for commands without a reply.
    class SettledServerTest < Minitest::Test
      include MemcachedServer
      include ProxyTalk

      SETS = 500
      QUIET_SET = 0x11
      OPCODES = { get: 0x00, noop: 0x0a, version: 0x0b }.freeze

      def test_the_server_has_processed_lines_without_a_reply
        client = connect(proxy = proxy_to(memcached.port))
        settle_sets(client, proxy) { |number| "set key 0 0 5 noreply\r\n#{format("%05d", number)}\r\n" }

        client.write("get key\r\n")
        assert_equal "VALUE key 0 5\r\n00#{SETS}\r\nEND\r\n", 3.times.map { client.gets }.join
        assert_equal %w[set get], proxy.drain.exchanges.map(&:name).uniq
      end

      def test_the_server_has_processed_quiet_packets
        client = connect(proxy = proxy_to(memcached.port))
        settle_sets(client, proxy) do |number|
          packet(0x80, QUIET_SET, key: "key", extras: "\0" * 8, value: format("%05d", number))
        end
        %i[noop version].each { |name| client.write(packet(0x80, OPCODES[name], opaque: 7)) }

        assert_equal packet(0x81, OPCODES[:noop], opaque: 7), client.read(24)
        assert_equal [0x81, OPCODES[:version]], client.read(24).unpack("CC")
        assert_equal %w[setq noop version], proxy.drain.exchanges.map(&:name).uniq
      end

      def test_the_question_and_its_reply_belong_to_no_client
        seen = Queue.new
        client = connect(proxy = proxy_to(memcached.port, filter: ->(chunk) { (seen << chunk) && chunk.bytes }))
        client.write("set a 0 0 1 noreply\r\nx\r\n")
        proxy.settle(patience_s: 60)
        traffic = proxy.drain

        assert_equal [%w[set], [], 1], [traffic.exchanges.map(&:name), traffic.garbled, seen.size]
        assert_equal [0, 24, 0, 0], [traffic.round_trips, traffic.bytes_out, traffic.bytes_in, traffic.unanswered]
        refute client.wait_readable(0.05)
      end

      def test_it_waits_for_a_filter_that_passes_a_command_on_late
        client = connect(proxy = proxy_to(memcached.port, filter: ->(chunk) { [0.1, chunk.bytes] }))
        client.write("set a 0 0 1 noreply\r\nx\r\n")
        proxy.settle(patience_s: 60)

        assert_equal "x", held("a")
      end

      def test_it_waits_for_a_server_that_still_reads_from_a_client_that_is_gone
        read = Queue.new
        FakeMemcached.open(->(io) { sleep(0.1) && (read << io.read) }) do |port|
          client = connect(proxy = proxy_to(port))
          client.write("set a 0 0 1 noreply\r\nx\r\n")
          client.close
          proxy.settle(patience_s: 60)

          assert_equal ["set a 0 0 1 noreply\r\nx\r\n"], Array.new(read.size) { read.pop }
        end
      end

      def test_the_reply_of_a_stopped_server_goes_to_nobody_when_it_continues
        client = connect(proxy = proxy_to(memcached.port))
        stopped(memcached.pid) do
          client.write("set a 0 0 1 noreply\r\nx\r\n")
          2.times { proxy.settle(patience_s: 0.1) }
          client.write("set a 0 0 1 noreply\r\ny\r\n")
          client.write("get a\r\n")
        end

        assert_equal "VALUE a 0 1\r\ny\r\nEND\r\n", 3.times.map { client.gets }.join
        proxy.settle(patience_s: 60)
        assert_equal [0, []], proxy.drain.then { |traffic| [traffic.unanswered, traffic.garbled] }
      end

      def test_an_error_before_an_end_still_reaches_the_client
        FakeMemcached.open(->(io) { 3.times { io.gets } && io.write("ERROR\r\n") }) do |port|
          client = connect(proxy = proxy_to(port))
          client.write("set a 0 0 1 noreply\r\nx\r\n")
          proxy.settle(patience_s: 60)

          assert_equal "ERROR\r\n", client.read
        end
      end

      def test_half_a_command_is_never_followed
        client = connect(proxy = proxy_to(memcached.port))
        client.write("set a 0 0 1 noreply\r\nx\r\nset b 0 0 9")
        proxy.settle(patience_s: 0.1)
        client.write(" noreply\r\nversion\r\n\r\n")
        proxy.settle(patience_s: 60)

        assert_equal "version\r\n", held("b")
      end

      private

      # Writes many values to a stopped server, which continues later. The last one is on the server at the end.
      def settle_sets(client, proxy, &command)
        continued = false
        stopped(memcached.pid) do
          client.write((1..SETS).map(&command).join)
          later = Thread.new { sleep(0.1) && (continued = true) && Process.kill("CONT", memcached.pid) }
          proxy.settle(patience_s: 60)
          assert continued
          later.join
        end
        assert_equal "00#{SETS}", held
      end

      def held(key = "key") = Host::ServerReader.new(memcached.access).values([key])[key]

      def stopped(pid)
        Process.kill("STOP", pid)
        yield
      ensure
        Process.kill("CONT", pid)
      end
    end

    class ConnectionTest < Minitest::Test
      include ProxyTalk

      def test_an_end_of_the_client_is_passed_on_and_the_server_may_still_write
        FakeMemcached.open(->(io) { io.write(io.read.upcase) }) do |port|
          client = connect(proxy_to(port))
          client.write("hello")
          client.close_write

          assert_equal "HELLO", client.read
        end
      end

      def test_an_end_of_the_server_is_passed_on_and_the_client_may_still_write
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

      def test_a_reset_of_the_server_resets_the_client
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

      def test_a_reset_of_the_client_resets_the_server
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
      def test_a_dead_server_resets_the_client
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

      def test_small_packets_are_sent_at_once
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
      def test_sockets_are_closed_after_their_threads_have_ended
        ways = { "a reset of the server" => ->(io) { io.gets && io.setsockopt(Socket::Option.linger(true, 0)) },
                 "a filter that ends it" => ->(io) { io.gets && io.write("x\r\n") && io.read } }
        ways.each do |way, server|
          FakeMemcached.open(server) do |port|
            waiting = Queue.new
            client, proxied = pair { |socket| watch(socket) { waiting << proxying } }
            connection = Server::Connection.new(proxied, Cachemark::Access.tcp("127.0.0.1", port), Mutex.new,
                                                ConditionVariable.new, certificate: nil, number: 1,
                                                filter: ->(chunk) { chunk.side == "client" ? chunk.bytes : :end })
            client.write("get a\r\n")

            assert_empty waiting.pop, way
            connection.stop
            client.close
          end
        end
      end

      # A client that had the words before the end could ask once more before it comes, or not.
      def test_the_last_bytes_come_with_the_end
        ways = { "a reply" => ["x\r\n"], "a made answer" => [[:answer, "x\r\n"]], "what is noted" => ["x\r\n", -> {}] }
        ways.each do |way, words|
          FakeMemcached.open(->(io) { io.gets && io.write("x\r\n") && io.read }) do |port|
            early = Queue.new
            client, proxied = pair { |socket| watch(socket) { early << client.recv_nonblock(9, exception: false) } }
            connection = Server::Connection.new(proxied, Cachemark::Access.tcp("127.0.0.1", port), Mutex.new,
                                                ConditionVariable.new, certificate: nil, number: 1,
                                                filter: ->(chunk) { chunk.side == "client" ? chunk.bytes : [*words, :end] })
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

      # A client that is reset early notices it while connecting, and reads an end.
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
