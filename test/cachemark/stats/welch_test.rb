# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WelchTest < Minitest::Test
    # R: t.test(c(5,6,7,8,9), c(1,2,3,4)) has the interval 3.0 to 6.0 (rounded), of 6.98 degrees of freedom.
    def test_an_interval_around_the_difference_of_means
      low, middle, high = Stats::Welch.difference([5.0, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0], confidence: 0.95)

      assert_in_delta 4.5, middle
      assert_in_delta 4.5 - low, high - middle
      assert_in_delta 2.3, high - middle, 0.15
    end

    def test_is_wider_for_more_confidence_and_for_fewer
      values = [1.0, 2.0, 3.0]
      width = lambda do |others, confidence|
        low, _, high = Stats::Welch.difference(values, others, confidence: confidence)
        high - low
      end

      assert_operator width.call([5.0, 6.0, 7.0], 0.99), :>, width.call([5.0, 6.0, 7.0], 0.95)
      assert_operator width.call([5.0, 7.0], 0.95), :>, width.call([5.0, 7.0] * 5, 0.95)
    end

    def test_what_does_not_vary_is_known_exactly
      assert_equal [1.0, 1.0, 1.0], Stats::Welch.difference([2.0, 2.0], [1.0, 1.0], confidence: 0.95)
    end
  end
end
