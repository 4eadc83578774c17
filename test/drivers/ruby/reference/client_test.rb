# frozen_string_literal: true

require "test_helper"
require "openssl"
require "timeout"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/reference/namespaced.rb")

class ReferenceClientTest < Minitest::Test
  include MemcachedServer

  Reference = CachemarkDriver::Reference

  def test_sets_and_gets
    [[], "text", { "a" => [1, nil] }, 2**70, "ü" * 40].each do |value|
      assert client.set("k", value, 0, false)
      assert_equal value, client.get("k")
    end
    assert_nil client.get("absent")
  end

  def test_raw_is_the_bytes_as_they_are
    bytes = "\x04\b[\x00\xff\r\nEND\r\n".b
    client.set("k", bytes, 0, true)

    assert_equal bytes, client.get("k")
    assert_equal "VALUE k 0 #{bytes.bytesize}\r\n#{bytes}\r\nEND\r\n".b, on_the_wire("get k")
  end

  def test_bytes_are_as_they_are_stored_whatever_their_flags_say
    client.set("k", [1], 0, false)
    client.set("raw", "text", 0, true)

    assert_equal [Marshal.dump([1]), nil], [client.bytes("k"), client.bytes("absent")]
    assert_equal({ "k" => Marshal.dump([1]), "raw" => "text" }, client.bytes_of_many(%w[k raw absent]))
  end

  def test_a_value_larger_than_any_buffer
    value = Random.new(1).bytes(900_000)
    client.set("k", value, 0, true)

    assert_equal value, client.get("k")
    assert_equal({ "k" => value }, client.get_multi(%w[k absent]))
  end

  def test_adds_only_what_is_absent
    assert client.add("k", "one", 0, false)
    refute client.add("k", "two", 0, false)
    assert_equal "one", client.get("k")
  end

  def test_deletes
    client.set("k", 1, 0, false)

    assert client.delete("k")
    refute client.delete("k")
  end

  def test_a_namespace_comes_before_each_key
    client = Reference::Namespaced.new("app", ["127.0.0.1:#{memcached.port}"])
    client.set("k", "1", 0, true)
    client.set_multi({ "a" => "2", "b" => "3" }, 0, true)

    assert_equal ["1", { "k" => "1", "b" => "3" }], [client.get("k"), client.get_multi(%w[k b absent])]
    assert_equal "VALUE app:k 0 1\r\n1\r\nEND\r\n", on_the_wire("get app:k")
    assert_equal [["absent"], nil], [client.delete_multi(%w[a absent]), client.get("a")]
    ["", nil, "a" * 247].each { |key| assert_raises(Reference::BadKey) { client.get(key) } }
  end

  def test_counts
    assert_nil client.incr("n", 1, nil, 0)
    assert_equal 100, client.incr("n", 1, 100, 0)
    assert_equal 103, client.incr("n", 3, 100, 0)
    assert_equal 0, client.decr("n", 200, nil, 0)
    assert_equal "0", client.get("n").strip
  end

  def test_gets_many_in_any_order
    keys = Array.new(50) { |at| "k#{at}" }
    keys.each_with_index { |key, at| client.set(key, at, 0, false) if at.even? }

    found = client.get_multi(keys.shuffle(random: Random.new(1)))

    assert_equal keys.values_at(*0.step(48, 2)).sort, found.keys.sort
    assert_equal 48, found["k48"]
  end

  def test_fetches
    assert_equal 5, client.fetch("k", 0, false) { 5 }
    assert_equal(5, client.fetch("k", 0, false) { flunk "a hit computes nothing" })
  end

  def test_writes_and_deletes_many_in_one_write_each
    pairs = Array.new(500) { |at| ["k#{at}", { "number" => at }] }.to_h
    assert client.set_multi(pairs, 60, false)
    assert_equal pairs, client.get_multi(pairs.keys)
    assert_equal ["absent"], client.delete_multi([*pairs.keys, "absent"])
    assert_equal pairs.keys, client.delete_multi(pairs.keys)
  end

  def test_a_write_of_many_that_is_refused_in_part_raises
    error = assert_raises(Reference::BadReply) { client.set_multi({ "k" => "a", "large" => "x" * 2_000_000, "l" => "b" }, 0, true) }

    assert_match(/too large/, error.message)
    assert client.set_multi({ "k" => "a" }, 0, true), "its next call has a connection of its own"
  end

  def test_versions_are_those_of_the_server
    client.set_multi({ "k" => 1, "l" => 2 }, 0, false)
    version = on_the_wire("gets k")[/\AVALUE \S+ \d+ \d+ (\d+)/, 1].to_i

    assert_equal({ "k" => [1, version], "l" => [2, version + 1] }, client.get_multi_cas(%w[k absent l]))
  end

  def test_gets_and_touches
    client.set("k", [1], 0, false)

    assert_equal [[1], nil], [client.gat("k", 60), client.gat("absent", 60)]
    assert_match(/ t(60|59)\b/, on_the_wire("mg k t"))
  end

  def test_fetches_many
    client.set("k", 1, 0, false)

    assert_equal({ "k" => 1, "l" => 2 }, client.fetch_multi(%w[k l], 0, false) { |key| { "l" => 2 }.fetch(key) })
    assert_equal({ "k" => 1, "l" => 2 }, client.fetch_multi(%w[k l], 0, false) { flunk "hits compute nothing" })
  end

  def test_a_local_cache_keeps_many
    client.local_cache do |c|
      c.set_multi({ "k" => 1, "l" => 2 }, 0, false)
      before = memcached.stats["cmd_get"]

      assert_equal({ "k" => 1, "l" => 2 }, c.fetch_multi(%w[k l], 0, false) { flunk })
      c.delete_multi(%w[k])

      assert_equal({ "l" => 2 }, c.get_multi(%w[k l]))
      assert_equal before, memcached.stats["cmd_get"]
    end

    assert_nil client.get("k")
  end

  def test_a_local_cache_asks_once
    client.set("k", 1, 0, false)
    before = memcached.stats["cmd_get"]

    client.local_cache do |c|
      assert_equal [1, 1, { "k" => 1 }], [c.get("k"), c.fetch("k", 0, false) { flunk }, c.get_multi(%w[k absent])]
      c.delete("k")

      assert_nil c.get("k")
    end

    assert_equal before + 2, memcached.stats["cmd_get"]
    assert_nil client.get("k")
  end

  def test_refuses_keys_that_memcached_would_misunderstand
    ["", "a b", "a\r\nflush_all", "a\0", "\x7f", "x" * 251, nil, 7, :seven].each do |key|
      assert_raises(Reference::BadKey) { client.get(key) }
      assert_raises(Reference::BadKey) { client.set(key, 1, 0, false) }
      assert_raises(Reference::BadKey) { client.get_multi(["ok", key]) }
    end
    client.set("ü" * 125, 1, 0, false)

    assert_equal 1, client.get("ü" * 125)
    assert_equal({ "ü" * 125 => 1 }, client.get_multi(["ü" * 125]))
  end

  def test_spreads_keys_over_servers
    ring = memcached_ring(3)
    many = Reference::Client.new(ring.addresses)
    keys = Array.new(30) { |at| "key#{at}" }
    keys.each { |key| many.set(key, key, 0, false) }

    assert_equal keys.to_h { |key| [key, key] }, many.get_multi(keys)
    assert_equal 30, ring.stats.values.sum { |stats| stats["curr_items"] }
    assert_equal keys.sort, many.get_multi_cas(keys).keys.sort
    assert_equal ["absent"], many.delete_multi([*keys, "absent"])
    assert many.set_multi(keys.to_h { |key| [key, key] }, 0, false)
    assert_equal 30, ring.stats.values.sum { |stats| stats["curr_items"] }
    many.close
  end

  def test_an_interrupted_call_never_answers_the_next
    %w[one two].each { |key| client.set(key, key * 100_000, 0, true) }
    300.times do |at|
      Timeout.timeout(0.00005 + (at * 0.000002)) { client.get("one") }
    rescue Timeout::Error
      assert_equal "two" * 100_000, client.get("two")
    end
  end

  def test_threads_never_share_a_connection
    client
    threads = Array.new(8) do |name|
      Thread.new { Array.new(50) { |at| client.set("t#{name}", at, 0, false) && client.get("t#{name}") == at }.all? }
    end

    assert threads.all?(&:value)
  end

  def test_a_forked_child_has_its_own_connection
    client.set("k", "parent", 0, false)
    statuses = Array.new(3) { Process.fork { exit!(Array.new(50) { client.get("k") }.uniq == ["parent"]) } }
                    .map { |pid| Process.wait2(pid).last }

    assert_equal ["parent"], Array.new(50) { client.get("k") }.uniq
    assert statuses.all?(&:success?)
  end

  def test_reads_replies_that_come_byte_by_byte
    ["END\r\n", "VALUE k 0 3\r\nabc\r\nEND\r\n"].zip([nil, "abc"]) do |reply, value|
      with_server(reply.chars) { |slow| value.nil? ? assert_nil(slow.get("k")) : assert_equal(value, slow.get("k")) }
      with_server(reply.chars) { |slow| assert_equal({ "k" => value }.compact, slow.get_multi(%w[j k])) }
    end
    with_server("STORED\r\n".chars) { |slow| assert slow.set("k", 1, 0, false) }
  end

  def test_over_tls_a_value_is_larger_than_any_record
    server = over_tls
    secure = Reference::Client.new([server.address], 5.0, context(server))
    value = Random.new(1).bytes(900_000)
    secure.set("k", value, 0, true)

    assert_equal [value, { "k" => value }], [secure.get("k"), secure.get_multi(%w[j k])]
    secure.close
  end

  def test_over_tls_it_has_a_deadline_and_notices_a_hang_up
    files = Cachemark::Host::Memcached::Files.new(keeper)
    ways = { Reference::Timeout => ->(_io) { sleep }, OpenSSL::SSL::SSLError => ->(io) { io.readpartial(99) } }
    ways.each do |error, behave|
      serve = ->(io) { behave.call(Cachemark::Access::TlsStream.accept(io, files.certificate, timeout_s: 5)) }
      FakeMemcached.open(serve) do |port|
        secure = Reference::Client.new(["127.0.0.1:#{port}"], 0.2, trusting(files.trust))

        assert_raises(error) { secure.get("k") }
      end
    end
  end

  def test_over_tls_it_refuses_a_server_that_it_cannot_verify
    server = over_tls
    stranger = Cachemark::Access::Certificate::Authority.new
    Tempfile.create("ca") do |file|
      file.write(stranger.text)
      file.flush

      assert_raises(OpenSSL::SSL::SSLError) { Reference::Client.new([server.address], 5.0, trusting(file.path)).get("k") }
    end
  end

  def test_has_a_deadline
    with_server(["VALUE k 0 3\r\n"], timeout: 0.02) do |silent|
      assert_raises(Reference::Timeout) { silent.get("k") }
    end
  end

  def test_believes_no_reply_that_makes_no_sense
    ["VALUE j 0 3\r\nabc\r\nEND\r\n", "VALUE k 0 3\r\nabcd\r\nEND\r\n", "VALUE k 0\r\nabc\r\nEND\r\n", "END\r\nEND\r\n",
     "SERVER_ERROR out of memory\r\n", "ERROR\r\n", "VALUE k 0 3\r\nabc\r\nEND\r\nVALUE k 0 3\r\n"].each do |reply|
      with_server([reply]) { |client| assert_raises(Reference::BadReply, reply) { client.get("k") } }
      with_server([reply]) { |client| assert_raises(Reference::BadReply, reply) { client.get_multi(%w[k]) } }
      with_server([reply]) { |client| assert_raises(Reference::BadReply) { client.incr("k", 1, nil, 0) } }
      with_server([reply]) { |client| assert_raises(Reference::BadReply) { client.add("k", "1", 0, true) } }
    end
  end

  def test_believes_no_line_without_an_end
    line = "VALUE k 0 #{"1" * 9_000}"
    with_server([line], timeout: 0.1) { |client| assert_raises(Reference::BadReply) { client.get("k") } }
    with_server(["VALUE j 0 1\r\n1\r\n#{line}"], timeout: 0.1) do |client|
      assert_raises(Reference::BadReply) { client.get_multi(%w[j k]) }
    end
  end

  def teardown
    @client&.close
    super
  end

  private

  def over_tls
    files = Cachemark::Host::Memcached::Files.new(keeper)
    listening = Cachemark::Host::Memcached::Listening.new(tls: true, files: files)
    Cachemark::Host::Memcached.start(keeper: keeper, listening: listening)
  end

  def context(server) = trusting(server.access.trust)

  # As the driver makes it for a client.
  def trusting(path)
    OpenSSL::SSL::SSLContext.new.tap do |context|
      context.ca_file = path
      context.set_params(verify_mode: OpenSSL::SSL::VERIFY_PEER)
    end
  end

  def client = @client ||= Reference::Client.new([memcached.address])

  def on_the_wire(command)
    host, port = memcached.address.split(":")
    TCPSocket.open(host, port) { |io| io.write("#{command}\r\nquit\r\n") && io.read.b }
  end

  # A client of a server that answers everything with these pieces.
  def with_server(pieces, timeout: 1.0)
    behaviour = lambda do |io|
      io.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
      io.gets && pieces.each { |piece| io.write(piece) && Thread.pass }
      io.read
    end
    FakeMemcached.open(behaviour) do |port|
      yield Reference::Client.new(["127.0.0.1:#{port}"], timeout).tap { |one| @others = [*@others, one] }
    ensure
      @others.each(&:close)
    end
  end
end
