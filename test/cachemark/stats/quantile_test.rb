# frozen_string_literal: true

require "test_helper"

class QuantileTest < Minitest::Test
  def test_interpolates_like_type_seven_of_r
    values = [1, 2, 4, 8, 16]

    assert_in_delta 1.0, Cachemark::Stats::Quantile.of(values, 0.0)
    assert_in_delta 2.0, Cachemark::Stats::Quantile.of(values, 0.25)
    assert_in_delta 12.8, Cachemark::Stats::Quantile.of(values, 0.9)
    assert_in_delta 16.0, Cachemark::Stats::Quantile.of(values, 1.0)
  end

  def test_is_nil_without_values
    assert_nil Cachemark::Stats::Quantile.of([], 0.5)
  end
end
