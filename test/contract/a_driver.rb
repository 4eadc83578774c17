# frozen_string_literal: true

require "tmpdir"
require_relative "conversations"
require_relative "a_driver/against_falsifiers"
require_relative "a_driver/in_modes"
require_relative "a_driver/in_an_open_loop"
require_relative "a_driver/in_a_stampede"
require_relative "a_driver/with_actors"
require_relative "a_driver/with_plans"

# The duties of a driver of any language. A test that includes this has `argv`, the command that
# starts the driver, and `modes`, the names of those that it offers besides sync.
module ADriver
  include MemcachedServer
  include Conversations
  include Conversations::WithNull
  include Conversations::WithSocket
  include AgainstFalsifiers
  include InModes
  include InAnOpenLoop
  include InAStampede
  include WithActors

  GET = { "keys" => { "k1" => "Short", "k2" => "Sym1-2-3::45" * 8, "k5" => "Medium2" },
          "values" => { "empty" => { "kind" => "array", "items" => 0 } },
          "prelude" => %w[k1 k2].map { |key| { "op" => "set", "key" => key, "value" => "empty", "ttl" => 0 } },
          "steps" => %w[k1 k2 k5].map { |key| { "op" => "get", "key" => key } }, "wrap" => nil }.freeze
  QUIET = { **GET, "prelude" => [], "wrap" => "quiet",
            "steps" => [{ "op" => "set", "key" => "k1", "value" => "empty", "ttl" => 0 },
                        { "op" => "delete", "key" => "k2" }] }.freeze
  EXPECTED = [[{ "hit" => "empty" }, { "hit" => "empty" }, { "miss" => true }]].freeze

  # The lab gets these answers by Driver::Planned.
  Transcript.all(Transcript::ANSWERS).each do |transcript|
    define_method(:"test_answers_#{transcript.name.tr("-", "_")}") do
      transcript.modes(modes).each do |mode|
        memcached.flush
        assert_equal "hello", talk(mode).read_line["type"]
        transcript.replay(talk, places(mode))
        hang_up
      end
    end
  end

  def test_ends_when_its_input_ends
    talk.read_line

    status, said, = talk.finish

    assert_predicate status, :success?
    assert_empty said
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

  def test_makes_the_calls_of_a_quiet_block
    load_socket("sync")
    open_socket(memcached.address, scenario: QUIET)
    open = QUIET["steps"].map { { any: true } }

    state = [{ key: "k1", value: "empty" }, { key: "k2", value: nil }]

    assert talk.ask(type: "verify", cell: "c", iterations: [open] * 2, state: state)["ok"]
    talk.ask(type: "prepare", cell: "c")
    assert_equal "block", talk.ask(type: "block", cell: "c", iterations: 5)["type"]
    assert_equal 2 + 5, memcached.stats["cmd_set"]
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
      hang_up
    end
  end

  def test_deletes_nothing_where_all_was_flushed
    opened(memcached.address)
    talk.ask(type: "verify", cell: "c", iterations: EXPECTED, state: [], flushed: true)
    assert_equal 2, memcached.stats["curr_items"]

    talk.ask(type: "prepare", cell: "c", flushed: true)

    assert_equal [2, 0, 0], memcached.stats.values_at("curr_items", "delete_hits", "delete_misses")
  end

  def test_checks_the_last_replies_of_a_block
    proof(memcached.address)
    talk.ask(type: "prepare", cell: "c")
    memcached.flush

    reply = talk.ask(type: "block", cell: "c", iterations: 2, batch: 1, latencies: false)

    assert reply["checked"]
    assert_equal %w[k1 k2], reply["mismatches"].map { |wrong| wrong["key"] }
  end

  def test_collects_no_garbage_where_a_request_forbids_it
    proof(memcached.address)
    talk.ask(type: "prepare", cell: "c", collect: false)
    reply = talk.ask(type: "block", cell: "c", iterations: 5_000)

    assert_includes [0, nil], reply["gc_count"]
  end

  def test_spreads_keys_over_a_ring
    ring = memcached_ring(2)
    opened(*ring.addresses)

    talk.ask(type: "prepare", cell: "c")

    assert_equal 2, ring.stats.values.sum { |stats| stats["curr_items"] }
  end

  private

  def opened(*servers)
    load_socket("sync")
    open_socket(*servers)
  end

  def load_socket(mode, driver = talk(mode))
    driver.read_line
    driver.ask(type: "load", client: "socket", adapter: "socket", shims: [], options: {}, mode: mode)
  end

  def open_socket(*servers, scenario: GET, mode: "sync", driver: talk, **more)
    driver.ask(type: "open", cell: "c", client: "socket", servers: servers, options: {}, prefix: "", published: false,
               mode: mode, scenario: scenario, **more)
  end

  def proof(address)
    opened(address)
    talk.ask(type: "verify", cell: "c", iterations: EXPECTED, state: [])
  end
end
