# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ChangePointsTest < Minitest::Test
    def test_finds_planted_steps_where_they_are
      assert_equal [15], places(series([0.0] * 15 + [6.0] * 15))
      assert_equal [10, 25], places(series([0.0] * 10 + [6.0] * 15 + [12.0] * 15))
    end

    def test_finds_what_comes_and_goes
      assert_equal [12, 24], places(series([0.0] * 12 + [6.0] * 12 + [0.0] * 12))
    end

    def test_a_step_has_its_energy_and_how_often_chance_does_as_much
      point = of([1.0] * 10 + [2.0] * 10).first

      # All distances across are 1, all others 0: 2mn/(m+n).
      assert_in_delta 10.0, point.statistic
      assert_in_delta 1 / 200.0, point.p
    end

    # 200 series of 30 points without a step, at a significance of 1 %: 2 are to be expected.
    def test_noise_seldom_alarms
      alarms = (1..200).count { |seed| of(series([0.0] * 30, seed: seed), seed: seed).any? }

      assert_operator alarms, :<=, 5
    end

    # Steps of two standard deviations, in the middle of 30 points.
    def test_steps_are_seldom_missed
      found = (1..40).count do |seed|
        places(series([0.0] * 15 + [2.0] * 15, seed: seed)).any? { |place| (place - 15).abs <= 3 }
      end

      assert_operator found, :>=, 28
    end

    def test_one_outlier_is_no_step
      assert_empty places(series([0.0] * 30).tap { |values| values[17] += 40 })
    end

    def test_reports_a_drift_as_steps
      refute_empty places(series(Array.new(40) { |at| at * 0.5 }))
    end

    def test_finds_nothing_in_a_constant_or_short_series
      assert_empty of([1.0] * 20)
      assert_empty of([1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0])
      assert_empty of([])
    end

    def test_the_same_seed_gives_the_same_answer
      values = series([0.0] * 15 + [1.5] * 15)

      assert_equal of(values, seed: 3), of(values, seed: 3)
    end

    def test_parameters_are_what_they_are_called
      values = [1.0] * 3 + [2.0] * 12

      assert_empty of(values)
      assert_equal [3], places(values, minimum: 2)
      assert_empty places([1.0] * 10 + [2.0] * 10, permutations: 19)
      assert_equal [10], places([1.0] * 10 + [2.0] * 10, permutations: 19, significance: 0.05)
      refute_in_delta of([1.0] * 10 + [3.0] * 10).first.statistic, of([1.0] * 10 + [3.0] * 10, exponent: 1.5).first.statistic
    end

    private

    # The levels with noise of one standard deviation.
    def series(levels, seed: 1)
      random = Random.new(seed)
      levels.map { |level| level + (Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)) }
    end

    def of(values, seed: 1, **parameters) = Stats::ChangePoints.of(values, seed: seed, **parameters)
    def places(values, **parameters) = of(values, **parameters).map(&:index)
  end
end
