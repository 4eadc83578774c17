# frozen_string_literal: true

require "test_helper"

class MedianTest < Minitest::Test
  def test_takes_the_middle_of_an_odd_list
    assert_equal 3, Cachemark::Stats::Median.of([9, 1, 3])
  end

  def test_takes_the_mean_of_the_two_in_the_middle
    assert_in_delta 2.5, Cachemark::Stats::Median.of([4, 1, 2, 3])
  end

  def test_is_nil_without_values
    assert_nil Cachemark::Stats::Median.of([])
  end
end
