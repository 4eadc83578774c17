# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::EstimateTest < Minitest::Test
    def test_the_estimate_and_its_interval_are_those_of_ranks
      logs = [0.0, 0.01, 0.02, 0.03, 0.04, 9.0]
      estimate = of(logs)

      assert_equal [Stats::SignedRank.estimate(logs), Stats::SignedRank.interval(logs, 0.05)],
                   [estimate.middle, estimate.bounds]
      # Too few have no interval, identical ones leave nothing undetected.
      assert_equal [0.1, nil, nil], of([0.1] * 5).then { |one| [one.middle.round(9), one.bounds, one.detectable] }
      assert_equal [nil, nil, nil], of([]).then { |one| [one.middle, one.bounds, one.detectable] }
      [false, true].each { |sequential| assert_in_delta 0.0, of([0.2] * 12, sequential: sequential).detectable, 1e-12 }
    end

    def test_the_interval_covers_the_truth_as_often_as_it_says
      [[6, 0.05], [8, 0.05], [20, 0.01]].each do |count, alpha|
        covered = Array.new(600) { |seed| covers?(of(luck(count, 0.3, seed), alpha: alpha), 0.3) }.count(true)

        assert_includes (600 * (1 - alpha) - 12)..599, covered, count
      end
    end

    def test_a_change_as_large_as_detectable_is_detected_in_nineteen_of_twenty
      detectable = Stats::Median.of(Array.new(40) { |seed| of(luck(16, 0.0, seed)).detectable })
      { 1 => 180..200, 0.3 => 0..100 }.each do |factor, expected|
        found = Array.new(200) { |seed| of(luck(16, detectable * factor, 900 + seed)).bounds.first.positive? }
        assert_includes expected, found.count(true)
      end
    end

    def test_a_sequential_interval_is_around_the_mean_and_not_fooled_by_looking_often
      estimate = of([0.0, 0.0, 0.0, 0.0, 0.0, 0.6], sequential: true)

      [estimate.middle, estimate.bounds.sum / 2].each { |middle| assert_in_delta 0.1, middle }
      { true => 0..5, false => 13..100 }.each do |sequential, expected|
        fooled = Array.new(100) { |seed| luck(40, 0.0, seed) }.count do |values|
          (6..40).any? { |count| !covers?(of(values.first(count), sequential: sequential), 0.0) }
        end
        assert_includes expected, fooled
      end
    end

    private

    def of(logs, alpha: 0.05, **options) = Stats::Estimate.new(logs, alpha: alpha, fewest: 6, **options)
    def covers?(estimate, truth) = estimate.bounds.nil? || truth.between?(*estimate.bounds)

    # Logs around `truth`.
    def luck(count, truth, seed)
      random = Random.new(seed)
      Array.new(count) { truth + (0.01 * MadeRange.normal(random)) }
    end
  end
end
