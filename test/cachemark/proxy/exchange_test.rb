# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class ExchangeTest < Minitest::Test
      def setup
        items = [Item.new(key: "a", outcome: "hit", bytes: 1, data: "x"), Item.new(key: "b", outcome: "miss")]
        @exchange = Exchange.new(name: "get", protocol: "text", outcome: "hit", items: items)
      end

      def test_tells_its_keys_and_what_became_of_each
        assert_equal [%w[a b], %w[hit miss], 1, 1], [@exchange.keys, @exchange.outcomes, @exchange.hits, @exchange.misses]
      end

      def test_tells_which_values_it_carries
        assert_equal ["a"], @exchange.values.map(&:key)
      end

      def test_an_error_is_what_the_server_refused
        refute_predicate @exchange, :error?
        assert_predicate @exchange.with(error: "ERROR"), :error?
      end
    end
  end
end
