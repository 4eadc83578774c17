# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class AiomcacheAdapterTest < Minitest::Test
  include APythonClient

  def notation = "aiomcache"

  def serialises? = false

  def rings? = false

  def refusals = { "gevent-3" => "not offered by this client: mode gevent-3, as an event loop runs in one thread" }

  def test_several_keys_at_once
    load_client(notation)
    open_cell([[step("set", "k2", "marshalled", raw: true, ttl: 0), stored],
               [step("get_multi", keys: %w[k1 k2 k3], raw: true), multi(k2: "marshalled")]])
    prove
  end

  def test_calls_wait_for_a_connection_where_tasks_outnumber_them
    seen = waits("aiomcache,pool_size=1", mode: "asyncio-4,shared")

    assert_equal [1, 400], [seen["size"], seen["waits"].unpack1("m").unpack("L<*").size]
    assert_operator seen["waited"], :>, 0
  end

  def test_no_call_waits_where_each_task_has_a_connection
    assert_equal [4, 0], waits("aiomcache,pool_size=4", mode: "asyncio-4,shared").values_at("size", "waited")
  end

  def test_tasks_can_share_one_client
    load_client(notation, mode: "asyncio-3,shared")

    assert_equal "opened", open_raw(mode: "asyncio-3,shared")["type"]
    prove
  end
end
