# frozen_string_literal: true

require "test_helper"

class MemcachedAdapterTest < Minitest::Test
  include DrivenClient
  include AClient

  def test_does_everything_over_both_protocols
    %w[off on].each do |binary|
      loaded = load_client("memcached@1.8.0,binary=#{binary}")
      prove_client
      prove_counter
      check_the_wire

      assert_equal "1.8.0", loaded["version"]
    end
  end

  def test_has_no_calls_that_write_several_keys
    load_client("memcached@1.8.0")
    prove_several
  end

  def test_the_published_plain_calls_marshal
    load_client("memcached@1.8.0")
    as_published = { raw: true, published: { raw: "hash" } }
    open_cell([[step("set", "k1", "marshalled", ttl: 0, **as_published), stored],
               [step("get", "k1", **as_published), hit("marshalled")]], published: true)
    run_once

    assert_equal [0, Marshal.dump(DrivenClient::MARSHALLED)], held("k1")
  end

  def test_a_server_that_was_down_is_tried_again_at_once_where_that_is_asked_for
    assert_equal [false, true], %w[memcached memcached,retry_delay=0.001].map { |notation| comes_back?(notation) }
  end

  def test_an_option_has_two_values
    load_client("memcached@1.8.0", options: { "binary" => "maybe" })

    assert_match 'binary is on or off, not "maybe"', open_cell([[step("get", "k1"), miss]])["message"]
  end
end
