# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  module Tap
    class RelayTest < Minitest::Test
      include MemcachedServer

      def after_teardown
        @clients&.each(&:close)
        @relays&.each(&:stop)
        super
      end

      def test_tells_what_was_said_since_the_last_time
        client = connect(relay = relay_to)
        assert_equal "STORED\r\n", ask(client, "set a 5 0 1\r\nx\r\n")
        stored = relay.drain
        client.write("get a b\r\n")
        assert_equal "VALUE a 5 1\r\nx\r\nEND\r\n", 3.times.map { client.gets }.join
        read = relay.drain

        assert_equal [["set"], 1, 16, 8, 1], [stored.exchanges.map(&:name), *stored.to_a[1, 4]]
        assert_equal [%w[hit miss], 1, 9, 21, 0], [read.exchanges.first.outcomes, *read.to_a[1, 4]]
        assert_equal Traffic.none, relay.drain
      end

      def test_whoever_has_a_reply_finds_it_in_the_next_drain
        client = connect(relay = relay_to)
        300.times do |number|
          ask(client, "get key#{number}\r\n")
          traffic = relay.drain(patience_s: 0)

          assert_equal [["key#{number}"]], traffic.exchanges.map(&:keys)
        end
      end

      def test_what_needs_no_reply_is_heard_before_a_drain_returns
        relay = relay_to
        kept = connect(relay)
        100.times do |number|
          client = number.odd? ? connect(relay) : kept
          client.write("set key#{number} 0 0 1 noreply\r\nx\r\n")

          assert_equal [["key#{number}"]], relay.drain(patience_s: 60).exchanges.map(&:keys)
        end
      end

      def test_a_drain_waits_for_replies_that_are_owed
        FakeMemcached.open(->(io) { io.gets && io.wait_readable(0.05) || (io.write("END\r\n") && io.gets) }) do |port|
          connect(relay = relay_to(port)).write("get a\r\n")

          assert_equal %w[miss], relay.drain(patience_s: 60).exchanges.map(&:outcome)
        end
      end

      def test_a_drain_does_not_wait_for_ever
        heard = Queue.new
        FakeMemcached.open(->(io) { (heard << io.gets) && io.read }) do |port|
          client = connect(relay = relay_to(port))
          client.write("get a\r\n")
          heard.pop
          assert_equal [1, []], relay.drain(patience_s: 0.01).then { |traffic| [traffic.unanswered, traffic.exchanges] }
          client.close_write
          client.read

          assert_equal %w[unanswered], relay.drain(patience_s: 60).exchanges.map(&:outcome)
        end
      end

      def test_passes_every_byte_on_as_it_came_both_ways_at_once
        bytes = Random.new(1).bytes(6 << 20)
        FakeMemcached.open(->(io) { IO.copy_stream(io, io) }) do |port|
          client = connect(relay = relay_to(port))
          writer = Thread.new { client.write(bytes) && client.close_write }

          assert_equal bytes.hash, client.read.hash
          writer.join
          assert_equal [bytes.bytesize] * 2, relay.drain.then { |traffic| [traffic.bytes_out, traffic.bytes_in] }
        end
      end

      def test_garbage_gets_the_answer_that_the_server_gives_it
        direct = garbage(memcached.address)
        relay = relay_to

        assert_equal direct, garbage(relay.address)
        refute_empty relay.drain.garbled
      end

      def test_a_real_client_works_as_without_it
        capture = Captures.named("dalli-3.2.8-binary")
        relay = relay_to
        client = connect(relay)
        capture.chunks.chunk_while { |one, other| one[1] == other[1] }.each { |turn| replay(client, turn) }
        client.close

        assert_equal capture.exchanges.map { |told| told.values_at("name", "outcome") },
                     relay.drain.exchanges.map { |told| [told.name, told.outcome] }
      end

      def test_an_end_of_the_client_is_passed_on_and_the_server_may_still_speak
        FakeMemcached.open(->(io) { io.write(io.read.upcase) }) do |port|
          client = connect(relay_to(port))
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
          client = connect(relay_to(port))
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
          client = connect(relay_to(port))
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
          client = connect(relay_to(port))
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
        client = connect(relay = relay_to(dead.local_address.ip_port))

        wait_for_end(client)
        assert_raises(Errno::EPIPE) { client.write("x") }
        assert_equal [1, 0], relay.drain.then { |traffic| [traffic.connections, traffic.bytes_out] }
      ensure
        dead&.close
      end

      def test_small_packets_are_not_held_back
        said = Queue.new
        FakeMemcached.open(->(io) { (said << io.getc) && io.read }) do |port|
          relay = relay_to(port)
          connect(relay).write("x")
          said.pop
          ours = [sockets { |socket| socket.local_address.ip_port == relay.address.split(":").last.to_i && !socket.is_a?(TCPServer) },
                  sockets { |socket| !socket.is_a?(TCPServer) && socket.remote_address.ip_port == port }]

          assert_equal [[true], [true]], ours.map { |side| side.map { |it| it.getsockopt(:TCP, :NODELAY).bool } }
        end
      end

      def test_a_conduct_is_asked_of_each_chunk
        seen = Queue.new
        conduct = ->(chunk) { (seen << chunk) && (chunk.side == "server" ? chunk.bytes.tr("x", "y") : chunk.bytes) }
        client = connect(relay = relay_to(memcached.port, conduct: conduct))
        ask(client, "set a 0 0 1\r\nx\r\n")
        client.write("get a\r\n")

        assert_equal "VALUE a 0 1\r\ny\r\nEND\r\n", 3.times.map { client.gets }.join
        assert_equal [[1, "client", "set a 0 0 1\r\nx\r\n"], [1, "server", "STORED\r\n"]], 2.times.map { seen.pop.to_a }
        assert_equal "x", relay.drain.exchanges.last.items.first.data
      end

      def test_a_stop_ends_every_thread_and_connection
        memcached
        before = Thread.list
        client = connect(relay = relay_to)
        ask(client, "get a\r\n")
        relay.stop
        relay.stop

        assert_empty Thread.list - before
        assert_equal "", client.read
        assert_raises(Errno::ECONNREFUSED) { connect(relay) }
        assert_equal %w[miss], relay.drain.exchanges.map(&:outcome)
      end

      private

      def relay_to(port = memcached.port, **settings)
        Relay.start("127.0.0.1", port, **settings).tap { |relay| (@relays ||= []) << relay }
      end

      def connect(relay)
        host, port = relay.address.split(":")
        TCPSocket.new(host, port).tap { |client| (@clients ||= []) << client }
      end

      def ask(client, line)
        client.write(line)
        client.gets
      end

      # Who is reset early learns of it while connecting, and reads an end.
      def wait_for_end(client)
        assert_empty client.read
      rescue Errno::ECONNRESET
        nil
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

      def sockets
        ObjectSpace.each_object(BasicSocket).select do |socket|
          !socket.closed? && yield(socket)
        rescue SystemCallError, SocketError, IOError
          false # not open, or no connection over TCP
        end
      end
    end
  end
end
