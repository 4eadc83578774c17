# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::RankSumTest < Minitest::Test
    def test_more_verdicts_need_more_processes
      assert_equal [5, 7, 8, 9, 10], [1, 5, 35, 70, 350].map { |verdicts| Stats::RankSum.fewest(0.01 / verdicts) }
    end

    # All 252 orders of five against five.
    def test_excludes_as_few_orders_as_alpha_allows
      shares = { 1 => [2, 1], 5 => [8, 3], 10 => [24, 5], 30 => [56, 7] }
      shares.each do |percent, (orders, position)|
        assert_equal position, Stats::RankSum.position([5, 5], percent / 100.0)
        assert_equal orders, orders_beyond(position)
        assert_operator orders.fdiv(252), :<=, percent / 100.0
      end
    end

    def test_two_groups_may_differ_in_size
      assert_equal [nil, 1], [0.09, 0.1].map { |alpha| Stats::RankSum.position([3, 3], alpha) }
      assert_equal Stats::RankSum.position([4, 9], 0.01), Stats::RankSum.position([9, 4], 0.01)
    end

    def test_large_groups_take_the_normal_limit_which_is_wider
      exact, limit = [60, 61].map { |size| Stats::RankSum.position([size, size], 0.01) / (size * size).to_f }

      assert_in_delta exact, limit, 0.005
    end

    private

    # The orders in which the interval excludes that both groups are the same.
    def orders_beyond(position)
      (0...10).to_a.combination(5).count do |first|
        second = (0...10).to_a - first
        above = first.product(second).count { |one, other| other > one }
        [above, 25 - above].min < position
      end
    end
  end
end
