# frozen_string_literal: true

require "socket"

require "timeout"

# The behaviour of every adapter of a Python client, on a real memcached. A test that includes this has `notation`, and
# overrides the differences of its client.
module APythonClient
  include PythonWorld
  include AClient

  HARMLESS = %i[anothers_key two_values].freeze

  # false: it takes bytes only.
  def serialises? = true

  # To a client of the binary protocol every reply of the text protocol is nonsense.
  def wrong_replies = FalsifyingMemcached::KINDS.keys

  # Wrong replies that never reach its caller: of HARMLESS, which give the right value under another key, or twice.
  def unseen_replies = []

  # Those of SEVERAL that it has.
  def several = []

  # Whether it has quiet writes.
  def quiet? = false

  # Whether its flush takes a delay.
  def flushes? = false

  # The flags that it writes with bytes.
  def raw_flags = 0

  # false: it knows one server, and no unix sockets.
  def rings? = true

  # The reasons for modes that it does not support, by mode.
  def refusals = { "asyncio-3" => "not offered by this client: mode asyncio-3, as its calls cannot be awaited" }

  def test_does_what_a_client_does
    load_client(notation)
    refused = open_cell([[step("set", "k1", "empty"), stored]])["reason"]
    return assert_equal("not offered by this client: set (not raw)", refused) unless serialises?

    prove_client
    prove_values(%w[tree word seven noise empty], raw: false)
  end

  def test_raw_is_the_bytes_as_they_are
    load_client(notation)
    raw = { raw: true, ttl: 0 }
    open_cell([[step("set", "k1", "marshalled", **raw), stored], [step("set", "k2", "marshalled", **raw, ttl: 500), stored],
               [step("get", "k2", raw: true), hit("marshalled")]])
    prove
    run_once

    assert_equal [raw_flags, DrivenClient::MARSHALLED], held("k1")
    assert_equal([-1, true], [ttl_left("k1"), (490..500).cover?(ttl_left("k2"))])
    prove_values(%w[noise word seven marshalled], raw: true)
  end

  def test_writes_of_a_quiet_block_arrive
    load_client(notation)
    quiet? ? prove_quiet : prove_no_quiet
  end

  def test_a_flush_empties_the_server
    load_client(notation)
    flushes? ? prove_flush : prove_no_flush
  end

  def test_counts
    load_client(notation)
    open_cell([[step("set", "counter", "hundred", raw: true, ttl: 0), any], [step("incr", "counter", by: 5), number(105)],
               [step("decr", "counter"), number(104)]])
    prove

    refused = open_cell([[step("incr", "k6", initial: 7), number(7)]])["reason"]
    assert_equal "not offered by this client: incr", refused unless creates?
  end

  def test_offers_what_it_has
    load_client(notation)
    prove_several(*several, raw: !serialises?)
  end

  def test_is_no_store
    load_client(notation)

    assert_equal "not offered by this client: write", open_cell([[step("write", "k1", "empty"), stored]])["reason"]
  end

  def test_spreads_keys_over_several_servers
    ring = memcached_ring(3)
    load_client(notation)
    reply = open_raw(servers: ring.addresses)
    return assert_equal("not offered by this client: several servers", reply["reason"]) unless rings?

    prove
    run_once

    assert_equal 6, ring.stats.values.sum { |stats| stats["curr_items"] }
  end

  def test_takes_a_unix_socket
    on_a_unix_socket do |path|
      load_client(notation)
      reply = open_raw(servers: [path])

      rings? ? prove : assert_equal("not offered by this client: a unix socket", reply["reason"])
    end
  end

  %w[threads-3 processes-3 gevent-3 asyncio-3].each do |mode|
    define_method(:"test_works_in_#{mode}") do
      load_client(notation, mode: mode)
      lack = lacks(notation)[mode[/\w+/]]
      skip lack if lack
      reply = open_raw(mode: mode)
      return assert_equal(refusals[mode], reply["reason"]) if refusals.key?(mode)

      assert_equal "opened", reply["type"], reply.inspect
      prove
    end
  end

  def test_accepts_no_wrong_reply
    assert_empty unseen_replies - HARMLESS
    (wrong_replies - unseen_replies).each do |kind|
      load_client(notation)
      refute_accepted(kind)
    end
  end

  def test_no_server_is_no_success
    load_client(notation)
    address = memcached.address
    memcached.stop
    open_raw(servers: [address])

    refute answer_in_time(type: "verify", cell: "c", iterations: [@expected], state: [])&.fetch("ok", false)
  end

  private

  # true: its counters can be created.
  def creates? = false

  def open_raw(servers: [memcached.address], mode: "sync")
    keys = AClient::ALL_SIX
    pairs = keys.map { |key| [step("set", key, "marshalled", raw: true, ttl: 0), stored] } +
            keys.map { |key| [step("get", key, raw: true), hit("marshalled")] }
    open_cell(pairs, servers: servers, mode: mode)
  end

  # The path of a unix socket behind which the memcached is.
  def on_a_unix_socket
    Dir.mktmpdir do |folder|
      listener = UNIXServer.new(path = File.join(folder, "socket"))
      proxies = Thread.new { loop { pass_on(listener.accept, TCPSocket.new(*memcached.address.split(":"))) } }
      yield path
    ensure
      proxies&.kill
      listener&.close
    end
  end

  def pass_on(*ends)
    [ends, ends.reverse].each do |from, to|
      Thread.new { IO.copy_stream(from, to) rescue nil } # rubocop:disable Style/RescueModifier
    end
  end

  def prove_values(names, raw:)
    pairs = names.zip(AClient::ALL_SIX).flat_map do |name, key|
      [[step("set", key, name, raw: raw, ttl: 0), stored], [step("get", key, raw: raw), hit(name)]]
    end
    open_cell(pairs)
    prove
  end
end
