# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class PylibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "pylibmc"

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
end

class BinaryPylibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "pylibmc,binary=on"

  def several = %w[set_multi delete_multi]

  def wrong_replies = %i[nonsense never_miss]

  def test_speaks_the_binary_protocol
    load_client(notation)
    requests = Queue.new
    FakeMemcached.open(->(io) { requests << io.getbyte }) do |port|
      open_raw(servers: ["127.0.0.1:#{port}"])
      answer_in_time(type: "block", cell: "c", iterations: 1)

      assert_equal 0x80, requests.pop
    end
  end
end
