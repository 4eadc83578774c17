# frozen_string_literal: true

require "test_helper"

class DalliStoreAdapterTest < Minitest::Test
  include DrivenClient
  include AStore

  NEW = "dalli_store@2.7.11,activesupport=5.2.8.1"

  def test_does_everything_on_old_activesupports_with_their_shims
    { "2.7.2" => "4.2.11.3", "2.7.11" => "5.2.8.1" }.each do |version, activesupport|
      loaded = load_client("dalli_store@#{version},activesupport=#{activesupport}")
      prove_store
      check_the_wire

      assert_equal version, loaded["version"]
    end
  end

  def test_fetches_several_keys
    { "2.7.2" => "4.2.11.3", "2.7.11" => "5.2.8.1" }.each do |version, activesupport|
      load_client("dalli_store@#{version},activesupport=#{activesupport}")
      prove_several("fetch_multi")
    end
  end

  def test_reports_a_delete_of_an_absent_key
    load_client(NEW)

    assert_equal false, reply_of(op: "delete", key: "k1")
  end

  def test_stores_bare_values
    load_client(NEW)
    open_cell([[step("write", "k1", "empty"), stored]])
    run_once

    assert_equal [1, DrivenClient::MARSHALLED], held("k1")
  end

  def test_its_read_multi_fills_and_reads_the_local_cache
    load_client(NEW)

    assert_equal [14, 0], counted_in_big_read_multi
    assert_equal [4, 0], counted_in_big_read_multi(wrap: "local_cache")
  end

  def test_creates_a_counter_with_an_initial_value
    load_client(NEW)
    open_cell([[step("increment", "counter", by: 1, initial: 100), number(100)],
               [step("increment", "counter", by: 1), number(101)]])

    prove
  end
end
