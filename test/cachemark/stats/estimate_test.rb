# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::EstimateTest < Minitest::Test
    def test_the_estimate_and_its_interval_are_those_of_ranks
      logs = [0.0, 0.01, 0.02, 0.03, 0.04, 9.0]
      estimate = of(logs, alpha: 0.05)

      assert_in_delta Stats::SignedRank.estimate(logs), estimate.middle
      assert_equal Stats::SignedRank.interval(logs, 0.05), estimate.bounds
      assert_operator estimate.middle, :<, 0.05
    end

    def test_has_no_interval_with_too_few_and_no_estimate_of_nothing
      assert_equal [0.1, nil, nil], of([0.1] * 5).then { |one| [one.middle.round(9), one.bounds, one.detectable] }
      assert_equal [nil, nil, nil], of([]).then { |one| [one.middle, one.bounds, one.detectable] }
    end

    def test_the_interval_covers_the_truth_as_often_as_it_says
      [[6, 0.05], [8, 0.05], [20, 0.01]].each do |count, alpha|
        covered = Array.new(600) { |seed| covers?(of(luck(count, 0.3, seed), alpha: alpha), 0.3) }

        assert_operator covered.count(true), :>=, 600 * (1 - alpha) - 12, count
        assert_operator covered.count(false), :>, 0, count
      end
    end

    def test_a_change_as_large_as_detectable_is_detected_in_nineteen_of_twenty
      detectable = Stats::Median.of(Array.new(40) { |seed| of(luck(16, 0.0, seed)).detectable })
      [[1, 180..200], [0.3, 0..100]].each do |factor, expected|
        found = Array.new(200) { |seed| of(luck(16, detectable * factor, 900 + seed)).bounds.first.positive? }
        assert_includes expected, found.count(true)
      end
    end

    def test_identical_values_leave_nothing_undetected
      assert_equal [0.0, 0.0], [false, true].map { |sequential| of([0.2] * 12, sequential: sequential).detectable.round(12) }
    end

    def test_a_sequential_interval_is_around_the_mean_and_not_fooled_by_looking_often
      estimate = of([0.0, 0.0, 0.0, 0.0, 0.0, 0.6], sequential: true)

      assert_in_delta 0.1, estimate.middle
      assert_in_delta 0.1, estimate.bounds.sum / 2
      fooled = [true, false].map do |sequential|
        Array.new(100) do |seed|
          values = luck(40, 0.0, seed)
          (6..40).any? { |count| !covers?(of(values.first(count), alpha: 0.05, sequential: sequential), 0.0) }
        end
      end
      assert_operator fooled.first.count(true), :<=, 5
      assert_operator fooled.last.count(true), :>, 12
    end

    private

    def of(logs, alpha: 0.05, **options) = Stats::Estimate.new(logs, alpha: alpha, fewest: 6, **options)
    def covers?(estimate, truth) = estimate.bounds.nil? || truth.between?(*estimate.bounds)

    # Logs around `truth`.
    def luck(count, truth, seed)
      random = Random.new(seed)
      Array.new(count) { truth + (0.01 * Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)) }
    end
  end
end
