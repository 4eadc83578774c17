# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class PymemcacheAdapterTest < Minitest::Test
  include APythonClient

  def quiet? = true

  def flushes? = true

  def notation = "pymemcache"

  def several = %w[set_multi get_multi_cas delete_multi]

  def unseen_replies = [:two_values]

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss]])
    prove
  end

  def test_a_namespace_comes_before_each_key
    load_client("pymemcache,namespace=app")
    prove_client

    assert_nil held("k1")
  end

  def test_a_pool_for_threads_that_share_it
    load_client("pymemcache,pool=on", mode: "threads-3,shared")
    open_raw(mode: "threads-3,shared")
    prove
  end

  def test_no_call_waits_for_a_connection
    names = %w[size pools waited timeouts]

    assert_equal [4, 1, nil, nil], waits("pymemcache,pool=on,pool_size=4").values_at(*names)
    assert_equal [nil, 1, nil, nil], waits("pymemcache,pool=on").values_at(*names)
  end

  def test_each_server_has_a_pool
    seen = waits("pymemcache,pool=on,pool_size=4", servers: memcached_ring(3).addresses)

    assert_equal [4, 3], seen.values_at("size", "pools")
  end

  def test_a_call_that_finds_no_connection_raises
    load_client("pymemcache,pool=on,pool_size=1", mode: "threads-3,shared")
    open_raw(mode: "threads-3,shared")
    reply = @talk.ask(type: "block", cell: "c", iterations: 3_000)

    assert_match(/Too many objects/, reply["message"], reply.inspect)
  end

  def test_its_oldest_release_spreads_keys_over_several_servers_too
    load_client("pymemcache@3.0.1")
    open_raw(servers: memcached_ring(2).addresses)
    prove
  end

  def test_writes_wait_for_an_answer_unless_the_option_is_on
    { "off" => "failed", "on" => "block" }.each do |option, type|
      FalsifyingMemcached.open(:server_error) do |address|
        load_client(notation, options: { "no_reply" => option })
        open_cell([[step("add", "k1", "marshalled", raw: true, ttl: 0), any]], servers: [address])
        reply = answer_in_time(type: "block", cell: "c", iterations: 1)

        assert_equal type, reply ? reply["type"] : "failed"
      end
    end
  end
end
