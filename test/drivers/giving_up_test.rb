# frozen_string_literal: true

require "test_helper"

# How calls of real clients are given up, in drivers that make plans.
class GivingUpTest < Minitest::Test
  include MemcachedServer

  CANARY = Cachemark::Fault::Canary.new("nonce").then do |canary|
    { "keys" => canary.keys, "values" => { "text" => { "kind" => "string", "text" => "abc" } } }
  end
  SET = { op: "set", key: "k1", value: "text", raw: true, ttl: 0 }.freeze
  MULTI = { op: "get_multi", keys: %w[k1 k2], raw: true }.freeze
  FETCH = { op: "fetch", value: "text", raw: true, ttl: 0, interrupt: { by: "callback" } }.freeze

  def test_blocks_of_php_take_values_one_by_one_or_raise
    assert_equal [["ok", ["k1"]], ["ok", nil], ["raised", true], ["ok", ["k1"]]],
                 in_blocks("php/memcached", %w[all break raise all])
  end

  def test_blocks_of_libmemcached_end_with_the_first_value
    assert_equal [["ok", ["k1"]], ["ok", nil], ["ok", ["k1"]]], in_blocks("libmemcached", %w[all break all])
  end

  def test_a_block_that_raises_is_not_offered_in_c
    entering("libmemcached", MULTI.merge(block: "raise")) do |entered|
      assert_equal "not offered by this driver: a block that raises", entered["reason"]
    end
  end

  def test_the_callback_of_php_raises_for_an_absent_value_only
    events = acted("php/memcached", SET, FETCH.merge(key: "absent"), FETCH.merge(key: "k1"))

    assert_equal %w[ok raised ok], events.map { |event| event["type"] }
    assert_equal ["Cachemark\\GivenUp", true], events[1]["error"].values_at("class", "injected")
  end

  def test_a_client_without_callbacks_offers_none
    entering("php/memcache", FETCH.merge(key: "absent")) do |entered|
      assert_equal "not offered by this client: fetch_raising", entered["reason"]
    end
  end

  # The next client of a process takes over a persistent connection.
  def test_a_persistent_connection_outlives_its_client
    memcached.stats
    made = %w[off on].to_h do |word|
      before = memcached.stats["total_connections"]
      entering("php/memcached,persistent=#{word}", SET) do |_, talk|
        act(talk, SET)
        enter(talk, "php/memcached,persistent=#{word}", SET)
        act(talk, SET)
      end
      [word, memcached.stats["total_connections"] - before]
    end

    assert_equal({ "off" => 2, "on" => 1 }, made)
  end

  private

  # [type, the names of the values that came, or whether the block's own error came] of each call.
  def in_blocks(notation, blocks)
    events = acted(notation, SET, *blocks.map { |block| MULTI.merge(block: block) })
    events.drop(1).map do |event|
      keys = event["value"]&.fetch("pairs")&.map { |key, _| CANARY["keys"].key(key["bytes"].unpack1("m0")) }
      [event["type"], event["error"] ? event["error"]["injected"] : keys]
    end
  end

  # The ends of the calls that an actor makes.
  def acted(notation, *steps)
    entering(notation, *steps) do |entered, talk|
      assert_equal "entered", entered["type"], entered.inspect
      act(talk, *steps).reject { |event| event["type"] == "invoke" }
    end
  end

  def entering(notation, *steps)
    contender = DrivenClient.contender(notation)
    environment = DrivenClient.environment(contender)
    skip environment.reason if environment.is_a?(Cachemark::Env::Unavailable)
    talk = PlannedTalk.start(keeper, [*environment.argv, contender.language.program], environment.env)
    talk.ask(type: "load", client: contender.client.name, adapter: contender.client.adapter, options: contender.options)
    yield enter(talk, notation, *steps), talk
  ensure
    talk&.stop
  end

  def enter(talk, notation, *steps)
    contender = DrivenClient.contender(notation)
    talk.ask(type: "enter", actor: "a", client: contender.client.name, servers: [memcached.address], options: contender.options,
             mode: "sync", scenario: CANARY, steps: steps)
  end

  def act(talk, *steps)
    talk.ask(type: "act", actor: "a", steps: steps, deadline_ms: 5_000).fetch("events")
  end
end
