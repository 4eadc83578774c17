# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class PylibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "pylibmc"

  def flushes? = true

  def several = %w[set_multi delete_multi]

  def unseen_replies = [:anothers_key]

  def test_names_the_libraries_that_it_uses
    loaded = load_client(notation)

    assert_equal %w[1.6.3 1.6.3], versions_of(loaded).values_at("pylibmc", "_pylibmc")
    assert_match(/libmemcached\.so/, loaded["libraries"].last["file"])
  end

  def test_a_timeout_is_a_deadline
    load_client("pylibmc,timeout=0.05")
    FakeMemcached.open(->(io) { io.read }) do |port|
      open_cell([[step("get", "k1", raw: true), miss]], servers: ["127.0.0.1:#{port}"])

      assert_equal "failed", answer_in_time(type: "block", cell: "c", iterations: 1)&.fetch("type")
    end
  end

  # libmemcached counts whole seconds.
  def test_a_server_that_was_down_is_tried_again_soon_where_that_is_asked_for
    assert comes_back?("pylibmc,retry_delay=0.001", after_s: 1.1)
  end

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss], [step("decr", "k6"), miss]])
    prove
  end

  # memcached would take it for two keys.
  def test_a_key_with_a_blank_is_refused_where_that_is_asked_for
    replies = %w[pylibmc pylibmc,verify_keys=on].map do |notation|
      load_client(notation)
      @talk.ask(type: "open", cell: "c", client: @adapter, servers: [memcached.address], options: @options, prefix: "",
                scenario: { keys: { "k1" => "a b" }, values: {}, steps: [step("get", "k1", raw: true)] }, mode: "sync")
      @talk.ask(type: "block", cell: "c", iterations: 1, batch: 1)
    end

    assert_equal "block", replies.first["type"], replies.first.inspect
    assert_match(/bad key/i, replies.last.inspect)
  end
end

# Each of its pools, from which each call reserves a client.
class ThreadMappedPylibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "pylibmc,pool=thread-mapped"

  def several = %w[set_multi delete_multi]

  def unseen_replies = [:anothers_key]

  def test_no_call_waits_for_its_threads_client
    assert_equal [nil, 1, nil, nil], waits(notation).values_at("size", "pools", "waited", "timeouts")
  end

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss], [step("decr", "k6"), miss]])
    prove
  end
end

class ClientPoolPylibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "pylibmc,pool=client"

  def several = %w[set_multi delete_multi]

  # Calls take turns with its clients, so that a second value stays unread.
  def unseen_replies = HARMLESS

  def test_calls_wait_for_a_client_where_threads_outnumber_them
    seen = waits("pylibmc,pool=client,pool_size=1")

    assert_equal [1, 400], [seen["size"], seen["waits"].unpack1("m").unpack("L<*").size]
    assert_operator seen["waited"], :>, 0
  end

  def test_no_call_waits_where_each_thread_has_a_client
    assert_equal [4, 0, 0], waits("pylibmc,pool=client,pool_size=4").values_at("size", "waited", "timeouts")
  end
end

class BinaryPylibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "pylibmc,binary=on"

  def flushes? = true

  def several = %w[set_multi delete_multi]

  def wrong_replies = %i[nonsense never_miss]

  def test_speaks_the_binary_protocol
    load_client(notation)
    requests = Queue.new
    FakeMemcached.open(->(io) { requests << io.getbyte }) do |port|
      open_raw(servers: ["127.0.0.1:#{port}"])
      answer_in_time(type: "block", cell: "c", iterations: 1)

      assert_equal 0x80, requests.close.pop
    end
  end
end
