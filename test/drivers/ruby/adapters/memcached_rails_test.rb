# frozen_string_literal: true

require "test_helper"

class MemcachedRailsAdapterTest < Minitest::Test
  include DrivenClient
  include AClient

  def test_does_everything_over_both_protocols
    %w[off on].each do |binary|
      load_client("memcached_rails@1.8.0,binary=#{binary}")
      prove_client
      prove_counter
      check_the_wire
    end
  end

  def test_fetches
    load_client("memcached_rails@1.8.0")
    prove_several("fetch")
  end

  def test_the_published_plain_calls_were_plain_here
    load_client("memcached_rails@1.8.0")
    open_cell([[step("set", "k1", "marshalled", raw: true, ttl: 0, published: { raw: "hash" }), stored]], published: true)
    run_once

    assert_equal [0, DrivenClient::MARSHALLED], held("k1")
  end
end
