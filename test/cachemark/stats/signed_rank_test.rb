# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::SignedRankTest < Minitest::Test
    SignedRank = Stats::SignedRank

    # Largest sums that are significant, two-sided (Wilcoxon and Wilcox 1964).
    PUBLISHED = { 0.025 => { 6 => 0, 7 => 2, 8 => 3, 9 => 5, 10 => 8, 11 => 10, 12 => 13, 13 => 17, 14 => 21, 15 => 25, 16 => 29,
                             17 => 34, 18 => 40, 19 => 46, 20 => 52, 25 => 89, 30 => 137, 40 => 264, 50 => 434 },
                  0.005 => { 8 => 0, 9 => 1, 10 => 3, 11 => 5, 12 => 7, 13 => 9, 14 => 12, 15 => 15, 20 => 37, 25 => 68,
                             30 => 109, 40 => 220, 50 => 373 } }.freeze

    # They do not depend on what was asked before.
    def test_critical_values_are_the_published_ones
      SignedRank::Null.critical(60, 0.0123)
      PUBLISHED.each do |share, sums|
        sums.each { |count, sum| assert_equal sum + 1, SignedRank::Null.critical(count, share), "n = #{count}" }
        assert_nil SignedRank::Null.critical(sums.keys.min - 1, share)
      end
    end

    # Ties and zeros are counted exactly.
    def test_p_counts_flips_of_signs
      { [1.0, 2.0, 3.0, 4.0, 5.0] => 2.0 / 32, [-1.0, 2.0, 3.0, 4.0, 5.0] => 4.0 / 32, [1.0, -1.0] => 1.0, [0.0, 0.0] => 1.0,
        [] => 1.0 }.each { |values, p| assert_in_delta p, SignedRank.p(values) }
      [[0.0, 1.0, 1.0, -2.0, 3.0, 3.0, 3.0], [1.5, 1.5, -1.5, 4.0, 0.0]]
        .each { |values| assert_in_delta flipped_p(values), SignedRank.p(values), 1e-12 }
    end

    def test_beyond_what_is_counted_the_limit_takes_over_smoothly
      [[249, 252], [250, 251]].each do |counted, limit|
        near = [counted, limit].map { |count| SignedRank::Null.critical(count, 0.0005).fdiv(count * (count + 1) / 4) }
        assert_in_delta(*near, 0.003)
      end
      random = Random.new(5)
      values = Array.new(251) { random.rand - 0.47 }
      assert_in_delta SignedRank.p(values.first(250)), SignedRank.p(values), 0.01
    end

    def test_interval_is_made_of_averages_of_two
      values = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]

      assert_equal [[1.0, 32.0], nil], [0.05, 0.01].map { |alpha| SignedRank.interval(values, alpha) }
      assert_in_delta 8.5, SignedRank.estimate(values)
      assert_nil SignedRank.estimate([])
    end

    def test_interval_excludes_zero_where_p_is_below_alpha
      random = Random.new(4)
      200.times do
        values = Array.new(9 + random.rand(20)) { random.rand - 0.35 }
        assert_equal SignedRank.p(values) <= 0.05, excludes_zero?(values)
      end
    end

    def test_interval_covers_what_it_says_even_with_wild_values
      random = Random.new(11)
      missed = Array.new(600) { excludes_zero?(Array.new(12) { (random.rand - random.rand) * (random.rand < 0.1 ? 20 : 1) }) }

      assert_includes 12..45, missed.count(true)
    end

    private

    def excludes_zero?(values) = SignedRank.interval(values, 0.05).then { |low, high| low.positive? || high.negative? }

    # All signs tried.
    def flipped_p(values)
      sizes = values.map(&:abs)
      ranks = sizes.map { |size| sizes.count { |one| one < size } + ((sizes.count(size) + 1) / 2.0) }
      moving = ranks.zip(values).reject { |_rank, value| value.zero? }
      sums = [1, -1].repeated_permutation(moving.size).map { |signs| signs.zip(moving).sum { |sign, (rank, _)| sign * rank }.abs }
      seen = moving.sum { |rank, value| value.positive? ? rank : -rank }.abs
      sums.count { |sum| sum >= seen - 1e-9 }.fdiv(sums.size)
    end
  end
end
