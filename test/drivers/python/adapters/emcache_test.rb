# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

# Only a pip index has it: the test skips if none does.
class EmcacheAdapterTest < Minitest::Test
  include APythonClient

  def notation = "emcache"

  def serialises? = false

  def unseen_replies = [:two_values]

  def several = %w[get_multi_cas gat]

  def refusals = { "gevent-3" => "not offered by this client: mode gevent-3, as an event loop runs in one thread" }

  def test_several_keys_at_once
    load_client(notation)
    open_cell([[step("set", "k2", "marshalled", raw: true, ttl: 0), stored],
               [step("get_multi", keys: %w[k1 k2 k3], raw: true), multi(k2: "marshalled")]])
    prove
  end

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss]])
    prove
  end

  def test_tasks_can_share_one_client_that_batches
    load_client("emcache,autobatching=on", mode: "asyncio-3,shared")

    assert_equal "opened", open_raw(mode: "asyncio-3,shared")["type"]
    prove
  end
end
