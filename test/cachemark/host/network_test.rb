# frozen_string_literal: true

require "test_helper"
require "socket"

# The real process, in front of servers of the test and of memcached.
class NetworkTest < Minitest::Test
  include MemcachedServer
  Network = Cachemark::Host::Network

  def setup
    @opened = []
  end

  def teardown
    @network&.stop
    @opened.each { |socket| socket.close unless socket.closed? }
  end

  def test_replies_of_every_server_arrive_no_earlier_than_the_round_trip_time_allows
    @network = network(memcached_ring(2).servers.map(&:address), rtt_ns: 30_000_000)
    clients = @network.addresses.map { |address| connect(address) }
    clients.each { |client| asked(client, "set a 0 0 1\r\nx\r\n") } # the first request waits for the handshake, too
    took_s = took do
      clients.each { |client| client.write("get a\r\n") }
      clients.each { |client| assert_equal "VALUE a 0 1\r\n", client.gets }
    end

    assert_operator took_s, :>=, 0.03
  end

  def test_the_first_request_of_a_connection_also_waits_for_its_handshake
    @network = network([memcached.address], rtt_ns: 30_000_000)

    assert_operator took { asked(connect, "version\r\n") }, :>=, 0.06
  end

  def test_it_goes_before_others_on_its_core_where_it_may
    @network = network([memcached.address])

    assert_equal Process.uid.zero? ? -20 : 0, Process.getpriority(Process::PRIO_PROCESS, @network.pid)
  end

  # Otherwise it would take the time of the clients and servers that are measured.
  def test_it_takes_no_time_from_the_session_that_is_measured
    @network = network([memcached.address])

    assert_equal @network.pid, Process.getsid(@network.pid)
  end

  # Each reply would take a minute.
  def test_what_is_not_timed_may_hurry
    @network = network([memcached.address], rtt_ns: 60_000_000_000, bits_per_s: 8)
    replies = @network.hurry { client = connect; Array.new(3) { asked(client, "version\r\n") } }

    assert_equal ["VERSION"], replies.map { |reply| reply[/\A\w+/] }.uniq
  end

  def test_after_a_hurry_bytes_take_their_time_again
    @network = network([memcached.address], rtt_ns: 30_000_000)
    client = @network.hurry { connect.tap { |made| asked(made, "version\r\n") } }

    assert_operator took { asked(client, "version\r\n") }, :>=, 0.03
  end

  def test_pieces_keep_their_order_and_large_values_are_whole
    @network = network([memcached.address], rtt_ns: 1_000_000)
    client = connect
    value = Random.bytes(1_000_000)
    requests = Array.new(3) { |at| "set k#{at} 0 0 1000000\r\n".b + value + "\r\nget k#{at}\r\n" }
    writer = Thread.new { requests.each { |request| client.write(request) } }
    replies = Array.new(3) { [client.gets, client.gets, client.read(value.bytesize + 2), client.gets] }
    writer.join

    assert_equal(Array.new(3) { |at| ["STORED\r\n", "VALUE k#{at} 0 1000000\r\n", "#{value}\r\n".b, "END\r\n"] }, replies)
  end

  def test_a_bandwidth_limits_all_connections_together
    @network = network([memcached.address], bits_per_s: 10_000_000)
    clients = Array.new(2) { connect }
    took_s = took { clients.map { |client| Thread.new { asked(client, "set k 0 0 50000\r\n#{"x" * 50_000}\r\n") } }.each(&:join) }

    assert_operator took_s, :>=, 0.08
  end

  def test_half_of_a_connection_may_be_closed
    through do |client, server|
      client.write("last words")
      client.close_write

      assert_equal "last words", server.read
      server.write("reply")
      server.close

      assert_equal "reply", client.read
    end
  end

  def test_a_reset_arrives_as_a_reset_on_either_side
    through do |client, server|
      reset(client)

      assert_raises(Errno::ECONNRESET) { server.read }
    end
    through do |client, server|
      reset(server)

      assert_raises(Errno::ECONNRESET) { client.read }
    end
  end

  def test_bytes_before_a_reset_arrive
    through do |client, server|
      server.write("half a rep")
      server.flush
      reset(server)

      assert_equal "half a rep", client.readpartial(10)
    end
  end

  def test_clients_reach_it_by_the_version_of_ip_of_the_server
    listener = TCPServer.new("::1", 0)
    @network = network(["[::1]:#{listener.local_address.ip_port}"])

    assert_match(/\A\[::1\]:\d+\z/, @network.addresses.first)
  rescue Errno::EADDRNOTAVAIL
    skip "no IPv6 here"
  ensure
    listener&.close
  end

  # The client asks the kernel for no error before it reads: TCPSocket.new takes a reset that arrives while it connects, and
  # then reads an end.
  def test_a_server_that_refuses_ends_the_connection_of_its_client
    listener = TCPServer.new("127.0.0.1", 0)
    @network = network(["127.0.0.1:#{listener.local_address.ip_port}"])
    listener.close
    clients = Array.new(20) { Socket.new(:INET, :STREAM).tap { |client| @opened << client } }
    clients.each { |client| client.connect_nonblock(Addrinfo.tcp(*@network.addresses.first.split(":")), exception: false) }

    clients.each { |client| assert_raises(Errno::ECONNRESET) { client.read } }
  end

  def test_it_holds_back_a_sender_whose_receiver_does_not_read
    through do |client, _server|
      sent = 0
      while client.wait_writable(0.5)
        sent += client.write_nonblock("x" * 65_536)

        assert_operator sent, :<, 64 << 20
      end
    end
  end

  def test_it_counts_its_errors_while_something_is_timed_and_only_then
    @network = network([memcached.address], rtt_ns: 1_000_000)
    client = connect
    asked(client, "version\r\n")

    assert_equal({ "out" => {}, "in" => {} }, @network.errors)
    @network.count { 20.times { asked(client, "version\r\n") } }
    asked(client, "version\r\n")
    errors = @network.errors

    assert_equal %w[out in], errors.keys
    errors.each_value do |counts|
      assert_includes 20..21, counts.values.sum # a request may overtake the line that ends it
      assert(counts.each_key.all?(&:positive?))
    end
  end

  def test_the_sleep_before_a_count_is_no_error
    @network = network([memcached.address])
    client = connect
    asked(client, "version\r\n")
    sleep 1
    @network.count { asked(client, "version\r\n") }

    assert_operator @network.errors.values.flat_map(&:keys).max, :<, 1_000_000
  end

  # The kernel knows when bytes arrived, so they are in time although the process did not see them at once.
  def test_bytes_that_it_noticed_late_are_not_late
    through(rtt_ns: 2_000_000_000) do |client, server|
      @network.count do
        Process.kill("STOP", @network.pid)
        client.write("y")
        sleep 0.5
        Process.kill("CONT", @network.pid)
        server.read(1)
      end
    end

    assert_operator @network.errors.fetch("out").keys.max, :<, 500_000
  end

  def test_an_answer_that_an_exception_left_is_not_taken_for_the_errors
    @network = network([memcached.address])
    client = connect
    @network.count { asked(client, "version\r\n") }
    @network.send(:ask, "hurry")

    assert_equal [1, 1], @network.errors.values.map { |counts| counts.values.sum }
  end

  def test_each_of_many_connections_is_served_while_it_counts
    @network = network([memcached.address], rtt_ns: 200_000)
    clients = Array.new(60) { connect }
    @network.count { 2.times { clients.each { |client| assert_match(/\AVERSION/, asked(client, "version\r\n")) } } }
  end

  def test_it_ends_with_its_owner_and_reports_that_it_is_gone
    @network = network([memcached.address])
    Process.kill("KILL", @network.pid)
    assert(Processes.eventually { !@network.alive? })

    assert_raises(Network::Lost) { @network.count { flunk } }
    @network.stop

    refute Processes.alive?(@network.pid)
  end

  def test_a_server_that_cannot_be_reached_is_trouble
    held = Cachemark::ReservedPort.hold("127.0.0.1")
    address = "127.0.0.1:#{held.local_address.ip_port}"

    assert_match(/did not start: .*refused/, assert_raises(Network::Lost) { network([address]) }.message)
  ensure
    held.close
  end

  private

  def network(servers, **more) = Network.new(servers, keeper: keeper, **more)

  def connect(address = @network.addresses.first)
    TCPSocket.new(*address.split(":")).tap { |client| @opened << client }
  end

  # A client, and its connection as the server has it.
  def through(rtt_ns: 2_000_000)
    listener = TCPServer.new("127.0.0.1", 0)
    @network&.stop
    @network = network(["127.0.0.1:#{listener.local_address.ip_port}"], rtt_ns: rtt_ns)
    listener.accept.close # of the process, which tries whether the server is there
    client = @network.hurry { connect }
    yield client, listener.accept.tap { |server| @opened << server }
  ensure
    listener.close
  end

  def reset(socket)
    socket.setsockopt(Socket::Option.linger(true, 0))
    socket.close
  end

  def asked(client, request)
    client.write(request)
    client.gets
  end

  def took
    before = Cachemark::Clock.now_s
    yield
    Cachemark::Clock.now_s - before
  end
end
