# frozen_string_literal: true

require "test_helper"

class MemCacheStoreAdapterTest < Minitest::Test
  include DrivenClient
  include AStore

  def load_on(activesupport, dalli, shims: [], **options)
    contender = gem("activesupport", activesupport, adapter: "mem_cache_store", "dalli" => dalli)
    load_client(contender, shims: shims, options: options.transform_keys(&:to_s))
  end

  def test_does_everything_on_a_current_activesupport
    loaded = load_on("7.2.3", "4.3.10", protocol: "meta")
    prove_store
    check_the_wire

    assert_equal "7.2.3", loaded["version"]
    assert_equal({ "activesupport" => "7.2.3", "dalli" => "4.3.10" }, versions_of(loaded))
  end

  def test_does_everything_on_older_ones_with_their_shims
    older = { "bigdecimal" => %w[4.2.11.3 2.7.11], "entry" => %w[5.2.8.1 2.7.11], "logger" => %w[6.1.7.10 3.2.8] }
    older.each do |shim, versions|
      load_on(*versions, shims: [shim], compress: "off")
      prove_store
      check_the_wire
    end
  end

  def test_compresses_as_shipped_and_not_when_told
    load_on("7.2.3", "4.3.10")

    assert_operator bytes_of_a_view({}), :<, 500
    assert_operator bytes_of_a_view({ "compress" => "on" }), :<, 500
    assert_operator bytes_of_a_view({ "compress" => "off" }), :>, 2_050
  end

  def test_a_local_cache_saves_reads_on_the_wire
    load_on("7.2.3", "4.3.10")

    assert_equal [14, 0], counted_in_big_read_multi
    assert_equal [8, 0], counted_in_big_read_multi(wrap: "local_cache")
  end

  def test_an_initial_value_is_not_offered_but_was_passed_as_published
    load_on("6.1.7.10", "3.2.8", shims: %w[logger])
    pair = [[step("increment", "counter", by: 1, initial: 100), { any: true }]]

    assert_equal "not offered by this client: increment", open_cell(pair)["reason"]

    open_cell(pair, published: true)

    assert_equal "block", run_once["type"]
    assert_nil held("counter")
  end

  def test_the_published_typo_overwrites
    load_on("7.2.3", "4.3.10")
    typo = step("write", "k1", "view", unless_exist: true, published: { unless_exist: "ignored" })
    [false, true].each do |published|
      open_cell([[typo, stored(published)]], prelude: [step("write", "k1", "empty")], published: published)

      assert_equal([0, published ? 2 : 1], counted("get_hits", "total_items") { run_once }.values)
    end
  end
end
