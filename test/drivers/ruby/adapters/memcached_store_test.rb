# frozen_string_literal: true

require "test_helper"

class MemcachedStoreAdapterTest < Minitest::Test
  include DrivenClient
  include AStore

  def test_does_everything_over_both_protocols
    %w[off on].each do |binary|
      loaded = load_client("memcached_store@2.3.4,activesupport=7.2.3,binary=#{binary}")
      prove_store
      check_the_wire

      assert_equal %w[memcached_store activesupport memcached], versions_of(loaded).keys
    end
  end

  def test_0_12_7_does_everything_on_the_activesupport_of_its_time
    loaded = load_client("memcached_store@0.12.7,activesupport=4.2.11.3")
    prove_store
    check_the_wire

    assert_equal "0.12.7", loaded["version"]
  end

  def test_releases_offer_what_they_have
    { "2.3.4,activesupport=7.2.3" => SEVERAL,
      "0.12.7,activesupport=4.2.11.3" => %w[fetch_multi race] }.each do |versions, offered|
      load_client("memcached_store@#{versions}")
      prove_several(*offered, local: false)
    end
  end

  # ActiveSupport 7.1 and later give its deserialize_entry an argument that 2.3.4 does not take.
  def test_its_fetch_multi_in_a_local_cache_raises
    load_client("memcached_store@2.3.4,activesupport=7.2.3")
    open_cell(fetch_multi_pairs, wrap: "local_cache")

    assert_equal({ "ArgumentError" => 1 }, @talk.ask(type: "verify", cell: "c", iterations: [@expected], state: [])["errors"])
  end

  def test_compresses_only_where_the_catalogue_has_the_option
    answers = ["6.1.7.10,compress=on", "6.1.7.10,compress=off", "7.2.3"].map do |form|
      load_client("memcached_store@2.3.4,activesupport=#{form}")
      bytes_of_a_view > 2_000
    end

    assert_equal [false, true, true], answers
    error = assert_raises(Cachemark::Usage) { DrivenClient.contender("memcached_store@2.3.4,activesupport=7.2.3,compress=on") }
    assert_match(/has no option compress/, error.message)
  end

  def test_a_local_cache_does_not_serve_read_multi
    load_client("memcached_store@2.3.4,activesupport=7.2.3")

    assert_equal [14, 0], counted_in_big_read_multi
    assert_equal [11, 0], counted_in_big_read_multi(wrap: "local_cache")
  end
end
