# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  module Proxy
    class ServerTest < Minitest::Test
      include MemcachedServer
      include ProxyTalk

      def test_tells_what_was_said_since_the_last_time
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

      def test_counts_the_questions_of_each_connection
        one, other = Array.new(2) { connect(@proxy ||= proxy_to(memcached.port)) }
        2.times { ask(one, "get a\r\n") }
        ask(other, "get a\r\n")
        assert_equal [2, 1], @proxy.questions
        @proxy.drain

        assert_equal [0, 0], @proxy.questions
      end

      def test_whoever_has_a_reply_finds_it_in_the_next_drain
        client = connect(proxy = proxy_to(memcached.port))
        300.times do |number|
          ask(client, "get key#{number}\r\n")
          traffic = proxy.drain(patience_s: 0)

          assert_equal [["key#{number}"]], traffic.exchanges.map(&:keys)
        end
      end

      def test_what_needs_no_reply_is_heard_before_a_drain_returns
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

      def test_garbage_gets_the_answer_that_the_server_gives_it
        direct = garbage(memcached.address)
        proxy = proxy_to(memcached.port)

        assert_equal direct, garbage(proxy.address)
        refute_empty proxy.drain.garbled
      end

      def test_a_real_client_works_as_without_it
        capture = Captures.named("dalli-3.2.8-binary")
        proxy = proxy_to(memcached.port)
        client = connect(proxy)
        capture.chunks.chunk_while { |one, other| one[1] == other[1] }.each { |turn| replay(client, turn) }
        client.close

        assert_equal capture.exchanges.map { |told| told.values_at("name", "outcome") },
                     proxy.drain.exchanges.map { |told| [told.name, told.outcome] }
      end

      def test_a_conduct_is_asked_of_each_chunk
        seen = Queue.new
        conduct = ->(chunk) { (seen << chunk) && (chunk.side == "server" ? chunk.bytes.tr("x", "y") : chunk.bytes) }
        client = connect(proxy = proxy_to(memcached.port, conduct: conduct))
        ask(client, "set a 0 0 1\r\nx\r\n")
        client.write("get a\r\n")

        assert_equal "VALUE a 0 1\r\ny\r\nEND\r\n", 3.times.map { client.gets }.join
        assert_equal [[1, "client", "set a 0 0 1\r\nx\r\n"], [1, "server", "STORED\r\n"]], 2.times.map { seen.pop.to_a.first(3) }
        assert_equal "x", proxy.drain.exchanges.last.items.first.data
      end

      def test_a_conduct_knows_what_is_owed_and_whether_a_command_is_whole
        seen = Queue.new
        client = connect(proxy_to(memcached.port, conduct: ->(chunk) { (seen << chunk) && chunk.bytes }))
        client.write("set a 0 0 1\r\n")
        first = seen.pop
        client.write("x\r\n")

        assert_equal [[false, 1], [true, 1], [true, 0]], [first, seen.pop, seen.pop].map { |chunk| [chunk.whole, chunk.owed] }
      end

      def test_quiet_gets_are_whole_when_the_command_has_come_that_ends_them
        seen = Queue.new
        client = connect(proxy_to(memcached.port, conduct: ->(chunk) { (seen << chunk) && chunk.bytes }))
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

      def test_a_conduct_can_answer_in_the_servers_place_and_make_the_connection_wait
        gate = Queue.new
        conduct = ->(chunk) { chunk.side == "client" ? [gate.method(:pop), [:answer, "BUSY\r\n"]] : chunk.bytes }
        client = connect(proxy_to(memcached.port, conduct: conduct))
        client.write("get a\r\n")

        refute client.wait_readable(0.05)
        gate << true
        assert_equal "BUSY\r\n", client.gets
      end

      def test_it_begins_anew_with_another_conduct_and_without_those_at_the_door
        FakeMemcached.open(->(io) { io.write(io.gets) while io }) do |port|
          proxy = proxy_to(port)
          held = connect(proxy).tap { |client| client.write("a\r\n") && client.gets }
          waiting = connect(proxy)
          proxy.renew(->(chunk) { chunk.side == "server" ? "#{chunk.connection}\r\n" : chunk.bytes })

          [held, waiting].each { |client| assert_raises(EOFError, Errno::ECONNRESET) { client.readpartial(1) } }
          assert_equal "1\r\n", connect(proxy).tap { |client| client.write("a\r\n") }.gets
        end
      end

      def test_nobody_else_gets_its_port_while_it_is_shut
        proxy = proxy_to(memcached.port)
        proxy.shut
        place = Addrinfo.tcp(*proxy.address.split(":"))

        assert_raises(Errno::ECONNREFUSED) { connect(proxy) }
        assert_raises(Errno::EADDRINUSE) { Socket.new(:INET, :STREAM).bind(place) }
        proxy.open
        assert_equal "END\r\n", ask(connect(proxy), "get a\r\n")
      end

      def test_who_comes_to_a_jammed_proxy_is_neither_taken_nor_refused_until_it_opens
        proxy = proxy_to(memcached.port)
        proxy.jam

        assert_raises(Errno::ETIMEDOUT) { Socket.tcp(*proxy.address.split(":"), connect_timeout: 0.2) }
        proxy.open
        assert_equal "END\r\n", ask(connect(proxy), "get a\r\n")
      end

      # 65,208 bytes go, whatever went to other addresses before; the cases that rely on it send 900,000.
      def test_a_narrow_proxy_that_does_not_read_is_soon_felt
        written = [false, true].map do |narrow|
          client = connect(proxy_to(memcached.port, narrow: narrow, conduct: ->(_) { sleep }))
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
  end
end
