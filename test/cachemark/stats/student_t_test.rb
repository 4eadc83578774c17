# frozen_string_literal: true

require "test_helper"

class StudentTTest < Minitest::Test
  # NIST/SEMATECH e-Handbook 1.3.6.7.2 and R's qt() for more digits.
  PUBLISHED = {
    [0.975, 1] => 12.7062047362, [0.975, 2] => 4.3026527297, [0.975, 5] => 2.5705818356,
    [0.975, 9] => 2.2621571628, [0.975, 30] => 2.0422724563, [0.975, 100] => 1.9839715185,
    [0.95, 5] => 2.0150483733, [0.995, 10] => 3.1692726726, [0.999, 3] => 10.2145318524
  }.freeze

  def test_agrees_with_published_tables
    PUBLISHED.each do |(probability, degrees), expected|
      assert_in_delta expected, Cachemark::Stats::StudentT.quantile(probability, degrees), 1e-6, "t(#{probability}, #{degrees})"
    end
  end

  def test_nears_the_normal_distribution
    assert_in_delta 1.959964, Cachemark::Stats::StudentT.quantile(0.975, 10_000_000), 1e-5
  end

  def test_cumulative_undoes_the_quantile
    assert_in_delta 0.5, Cachemark::Stats::StudentT.cumulative(0.0, 7)
    assert_in_delta 0.975, Cachemark::Stats::StudentT.cumulative(2.3646242516, 7), 1e-9
  end
end

module Cachemark
  class Stats::WelchTest < Minitest::Test
    # R: t.test(c(5,6,7,8,9), c(1,2,3,4)) has the interval 3.0 to 6.0 (rounded), of 6.98 degrees of freedom.
    def test_an_interval_around_the_difference_of_means
      low, middle, high = Stats::StudentT.difference([5.0, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0], confidence: 0.95)

      assert_in_delta 4.5, middle
      assert_in_delta 4.5 - low, high - middle
      assert_in_delta 2.3, high - middle, 0.15
    end

    def test_is_wider_for_more_confidence_and_for_fewer
      values = [1.0, 2.0, 3.0]
      width = lambda do |others, confidence|
        low, _, high = Stats::StudentT.difference(values, others, confidence: confidence)
        high - low
      end

      assert_operator width.call([5.0, 6.0, 7.0], 0.99), :>, width.call([5.0, 6.0, 7.0], 0.95)
      assert_operator width.call([5.0, 7.0], 0.95), :>, width.call([5.0, 7.0] * 5, 0.95)
    end

    def test_what_does_not_vary_is_known_exactly
      assert_equal [1.0, 1.0, 1.0], Stats::StudentT.difference([2.0, 2.0], [1.0, 1.0], confidence: 0.95)
    end
  end
end

class BinomialTest < Minitest::Test
  Binomial = Cachemark::Stats::Binomial

  # All of n: the n-th root of 5 %.
  def test_59_of_59_are_95_percent
    assert_in_delta 0.9505, Binomial.lower(59, 59), 0.00005
    assert_operator Binomial.lower(58, 58), :<, 0.95
    assert_in_delta 0.05**(1 / 20.0), Binomial.lower(20, 20), 1e-9
  end

  # The rule of three: about 3 / n.
  def test_none_of_500_are_at_most_0_60_percent
    assert_in_delta 0.0060, Binomial.upper(0, 500), 0.00005
    assert_in_delta 0.0487, Binomial.upper(0, 60), 0.00005
  end

  # Clopper and Pearson's two-sided 90 % limits have 5 % in each tail: 0.0368 and 0.5069 for 2 of 10 (published
  # tables of exact limits), 0.2224 and 0.7776 for 5 of 10.
  def test_agrees_with_published_tables
    { [2, 10] => [0.0368, 0.5069], [5, 10] => [0.2224, 0.7776], [1, 20] => [0.0026, 0.2161] }.each do |(hits, count), (low, high)|
      assert_in_delta low, Binomial.lower(hits, count), 0.00005
      assert_in_delta high, Binomial.upper(hits, count), 0.00005
    end
  end

  def test_what_is_known_of_nothing
    assert_equal [0.0, 1.0], [Binomial.lower(0, 0), Binomial.upper(0, 0)]
    assert_equal [0.0, 1.0], [Binomial.lower(0, 9), Binomial.upper(9, 9)]
  end

  def test_more_confidence_claims_less
    assert_operator Binomial.lower(59, 59, confidence: 0.99), :<, Binomial.lower(59, 59)
    assert_operator Binomial.upper(0, 59, confidence: 0.99), :>, Binomial.upper(0, 59)
  end
end
