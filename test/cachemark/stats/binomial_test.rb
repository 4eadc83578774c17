# frozen_string_literal: true

require "test_helper"

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
