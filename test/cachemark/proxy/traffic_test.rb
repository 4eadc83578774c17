# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class TrafficTest < Minitest::Test
      def test_two_add_up_in_everything
        one = Traffic.new(exchanges: [:a], round_trips: 1, bytes_out: 2, bytes_in: 3, connections: 1, unanswered: 1,
                          garbled: [:x])
        other = Traffic.new(exchanges: [:b], round_trips: 10, bytes_out: 20, bytes_in: 30, connections: 1)
        sum = one + other

        assert_equal [%i[a b], 11, 22, 33, 2, 1, [:x]], sum.to_a
        assert_predicate sum.exchanges, :frozen?
        assert_equal one, Traffic.none + one
      end
    end
  end
end
