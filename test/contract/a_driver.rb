# frozen_string_literal: true

require "json_schemer"

# What a driver of any language must do. A test that includes this has `argv`, the
# command that starts the driver.
module ADriver
  include MemcachedServer

  GET = { "keys" => { "k1" => "Short", "k2" => "Sym1-2-3::45" * 8, "k5" => "Medium2" },
          "values" => { "empty" => { "kind" => "array", "items" => 0 } },
          "prelude" => %w[k1 k2].map { |key| { "op" => "set", "key" => key, "value" => "empty", "ttl" => 0 } },
          "steps" => %w[k1 k2 k5].map { |key| { "op" => "get", "key" => key } }, "wrap" => nil }.freeze
  EXPECTED = [[{ "hit" => "empty" }, { "hit" => "empty" }, { "miss" => true }]].freeze

  Transcript.all.each do |transcript|
    define_method(:"test_replays_#{transcript.name.tr("-", "_")}") do
      transcript.replay(talk, servers: [memcached.address], nowhere: [nowhere]) do |expected, received, number|
        assert Transcript.fits?(expected, received), "#{transcript.name}.jsonl:#{number}: #{received.to_json}"
        assert_empty schema.ref("#/$defs/reply").validate(received).map { |error| error["error"] }
      end
    end
  end

  def test_ends_when_its_input_ends
    talk.read_line

    status, said, = talk.finish

    assert_predicate status, :success?
    assert_empty said
  end

  LyingMemcached::LIES.each_key do |lie|
    define_method(:"test_does_not_believe_#{lie}") do
      LyingMemcached.open(lie) do |address|
        reply = proof(address)

        refute reply["ok"]
        assert_includes %w[verified failed], reply["type"]
        refute_empty reply["mismatches"] || reply["message"]
      end
    end
  end

  def test_believes_an_honest_server
    reply = proof(memcached.address)

    assert reply["ok"], reply.to_json
    assert_equal [2, 1], reply.values_at("hits", "misses")
  end

  def test_counts_what_the_server_counts
    opened(memcached.address)
    reply = talk.ask(type: "verify", cell: "c", iterations: EXPECTED * 3, state: [{ key: "k1", value: "empty" }])

    assert_equal memcached.stats.values_at("get_hits", "get_misses"), reply.values_at("hits", "misses")
  end

  def test_leaves_no_key_of_a_proof_behind
    proof(memcached.address)

    assert_equal 0, memcached.stats["curr_items"]
  end

  def test_leaves_no_key_behind_when_it_ends_or_closes_a_cell
    [-> { talk.ask(type: "close", cell: "c") }, -> { talk.finish }].each do |ending|
      opened(memcached.address)
      talk.ask(type: "prepare", cell: "c")
      assert_equal 2, memcached.stats["curr_items"]

      ending.call

      assert_equal 0, memcached.stats["curr_items"]
      @talk = @talk.stop && nil
    end
  end

  def test_checks_the_last_replies_of_a_block
    proof(memcached.address)
    talk.ask(type: "prepare", cell: "c")
    memcached.flush

    reply = talk.ask(type: "block", cell: "c", iterations: 2, batch: 1, latencies: false)

    assert reply["checked"]
    assert_equal %w[k1 k2], reply["mismatches"].map { |wrong| wrong["key"] }
  end

  def test_spreads_keys_over_a_ring
    ring = memcached_ring(2)
    opened(*ring.addresses)

    talk.ask(type: "prepare", cell: "c")

    assert_equal 2, ring.stats.values.sum { |stats| stats["curr_items"] }
  end

  def teardown
    super
    @talk&.stop
  end

  private

  def talk = @talk ||= DriverTalk.new(argv)

  def opened(*servers)
    talk.read_line
    talk.ask(type: "load", client: "socket", adapter: "socket", shims: [], options: {})
    talk.ask(type: "open", cell: "c", client: "socket", servers: servers, options: {}, prefix: "", published: false,
             mode: "sync", scenario: GET)
  end

  def proof(address)
    opened(address)
    talk.ask(type: "verify", cell: "c", iterations: EXPECTED, state: [])
  end

  # An address that nothing listens on.
  def nowhere
    server = TCPServer.new("127.0.0.1", 0)
    "127.0.0.1:#{server.addr[1]}".tap { server.close }
  end

  def schema = @schema ||= JSONSchemer.schema(JSON.parse(File.read(File.join(Cachemark::ROOT, "protocol", "schema.json"))))
end
