# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::EffortTest < Minitest::Test
    def test_quads_are_fewer_where_the_pairs_would_not_fit
      assert_equal 4, effort(for_s: 60, pairs: 12, start_s: 1, quad_s: 1).quads
      assert_equal 0, effort(for_s: 12, pairs: 12, start_s: 1, quad_s: 1).quads
    end

    def test_more_quads_than_pay_are_never_given
      assert_equal Plan::Effort::MOST, effort(for_s: 6000, pairs: 12, start_s: 1, quad_s: 1).quads
    end

    def test_names_the_time_that_the_fewest_pairs_need
      assert_in_delta 24, effort(for_s: 1, pairs: 12, start_s: 1.5, quad_s: 0.5).needed_s
    end

    def test_more_verdicts_at_once_need_more_pairs
      assert_equal 12, Plan::Effort.fewest(1, alpha: 0.01)
      assert_equal 14, Plan::Effort.fewest(30, alpha: 0.01)
      assert_operator 2.0 / (2**Plan::Effort.fewest(100, alpha: 0.01)), :<, 0.01 / 100
    end

    private

    def effort(**given) = Plan::Effort.new(**given)
  end
end
