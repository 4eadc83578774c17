# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ChangePointsTest < Minitest::Test
    STEP = [1.0] * 10 + [2.0] * 10

    # Also what comes and goes.
    def test_finds_planted_steps_where_they_are
      { [0.0] * 15 + [6.0] * 15 => [15], [0.0] * 10 + [6.0] * 15 + [12.0] * 15 => [10, 25],
        [0.0] * 12 + [6.0] * 12 + [0.0] * 12 => [12, 24] }.each { |levels, wanted| assert_equal wanted, places(series(levels)) }
      # A drift is steps, an outlier is none.
      refute_empty places(series(Array.new(40) { |at| at * 0.5 }))
      assert_empty places(series([0.0] * 30).tap { |values| values[17] += 40 })
      [[1.0] * 20, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0], []].each { |values| assert_empty of(values) }
    end

    def test_a_step_has_its_energy_and_how_often_chance_does_as_much
      point = of(STEP).first

      # All distances across are 1, all others 0: 2mn/(m+n).
      assert_in_delta 10.0, point.statistic
      assert_in_delta 1 / 200.0, point.p
      values = series([0.0] * 15 + [1.5] * 15)
      assert_equal of(values, seed: 3), of(values, seed: 3)
    end

    # 200 series of 30 points without a step, at a significance of 1 %: 2 are to be expected.
    def test_noise_seldom_alarms
      assert_operator (1..200).count { |seed| of(series([0.0] * 30, seed: seed), seed: seed).any? }, :<=, 5
    end

    # Steps of two standard deviations, in the middle of 30 points.
    def test_steps_are_seldom_missed
      found = (1..40).count do |seed|
        places(series([0.0] * 15 + [2.0] * 15, seed: seed)).any? { |place| (place - 15).abs <= 3 }
      end

      assert_operator found, :>=, 28
    end

    def test_parameters_are_what_they_are_called
      early = [1.0] * 3 + [2.0] * 12

      assert_equal [[], [3]], [places(early), places(early, minimum: 2)]
      assert_equal [[], [10]], [places(STEP, permutations: 19), places(STEP, permutations: 19, significance: 0.05)]
      refute_in_delta(*[1.0, 1.5].map { |exponent| of([1.0] * 10 + [3.0] * 10, exponent: exponent).first.statistic })
    end

    private

    # The levels with noise of one standard deviation.
    def series(levels, seed: 1)
      random = Random.new(seed)
      levels.map { |level| level + MadeRange.normal(random) }
    end

    def of(values, seed: 1, **parameters) = Stats::ChangePoints.of(values, seed: seed, **parameters)
    def places(values, **parameters) = of(values, **parameters).map(&:index)
  end
end
