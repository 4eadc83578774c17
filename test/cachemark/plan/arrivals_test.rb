# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ArrivalsTest < Minitest::Test
    def test_as_many_calls_as_asked_for_in_their_order_within_their_time
      due = poisson(count: 10_000).offsets

      assert_equal [10_000, due.sort], [due.size, due]
      assert_operator due.first, :>, 0
      assert_in_delta 2e9, due.last, 2e9 * 0.002
      assert_operator due.last, :<, 2e9
    end

    # Against the exponential distribution, by Kolmogorov and Smirnov; 1.36 / sqrt(n) is passed once in 20 by what is exponential.
    def test_gaps_are_exponential
      due = poisson(count: 10_000).offsets
      gaps = [0, *due].each_cons(2).map { |from, to| (to - from) / 200_000.0 }.sort
      apart = gaps.each_with_index.map { |gap, at| (1 - Math.exp(-gap) - at.fdiv(gaps.size)).abs }.max

      assert_operator apart, :<, 1.36 / Math.sqrt(gaps.size)
    end

    # Calls of separate tenths of a second are as many as those of independent users: their variance is their mean.
    def test_counts_are_those_of_independent_users
      counts = poisson(count: 200_000).offsets.map { |ns| ns / 100_000_000 }.tally.values
      variance = counts.sum { |count| (count - 500)**2 } / counts.size.to_f

      assert_equal 400, counts.size
      assert_in_delta 1.0, variance / 500, 0.2
    end

    def test_the_same_for_the_same_seed_and_others_for_another
      assert_equal poisson.offsets, poisson.offsets
      refute_equal poisson.offsets, poisson(seed: 8).offsets
    end

    def test_fixed_arrivals_have_one_distance
      due = Plan::Arrivals.new(kind: "fixed", rate: 2_000, count: 1_000, seed: 7).offsets

      assert_equal [500_000], [0, *due].each_cons(2).map { |from, to| to - from }.uniq
    end

    def test_a_rate_that_divides_no_second_keeps_its_mean
      due = Plan::Arrivals.new(kind: "fixed", rate: 3, count: 3_000, seed: 7).offsets

      assert_equal 1_000_000_000_000, due.last
    end

    def test_how_long_it_takes
      assert_in_delta 0.5, poisson(count: 2_500).span_s
    end

    private

    def poisson(count: 1_000, seed: 7) = Plan::Arrivals.new(kind: "poisson", rate: 5_000, count: count, seed: seed)
  end
end
