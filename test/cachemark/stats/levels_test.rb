# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::LevelsTest < Minitest::Test
    def test_steps_along_a_line_add_up
      levels = levels([0, 2, [0.1, 0.11, 0.09]], [2, 5, [0.05, 0.06, 0.04]])

      assert_equal [0, 2, 5], levels.keys
      assert_equal [0.0, 0.1, 0.15], logs(levels)
      assert_equal [3, 6, 3], levels.values.map(&:pairs)
    end

    def test_what_is_reached_in_two_ways_gets_one_figure_between_both
      levels = levels([0, 1, [0.1, 0.11, 0.09]], [1, 2, [0.1, 0.11, 0.09]], [0, 2, [0.26, 0.27, 0.25]])

      assert_equal [0.0, 0.12, 0.24], logs(levels)
    end

    def test_what_scatters_less_weighs_more
      sharp, blunt = [0.1, 0.1001, 0.0999], [0.2, 0.3, 0.1]

      assert_in_delta 0.1, levels([0, 1, sharp], [1, 2, [0.0, 0.01, -0.01]], [0, 2, blunt]).fetch(1).log, 0.001
    end

    def test_the_error_grows_with_the_way_and_shrinks_with_the_pairs
      few = [0.1, 0.11, 0.09]
      errors = levels([0, 1, few], [1, 2, few]).values.map(&:error)

      assert_equal 0.0, errors.first
      assert_in_delta Math.sqrt(2), errors[2] / errors[1], 1e-6
      assert_in_delta 0.5, levels([0, 1, few * 4], [1, 2, few]).fetch(1).error / errors[1], 0.01
    end

    def test_pairs_of_one_span_count_together_whenever_they_were_measured
      assert_equal [0.0, 0.1], logs(levels([0, 4, [0.1]], [0, 4, [0.11, 0.09]]))
    end

    def test_what_has_few_pairs_or_hangs_on_nothing_has_no_level
      assert_empty levels([0, 1, [0.1, 0.1]])
      assert_empty levels
      assert_equal [0, 1], levels([0, 1, [0.1, 0.11, 0.09]], [5, 6, [0.1, 0.11, 0.09]]).keys
    end

    def test_begins_at_the_first_that_was_measured
      levels = levels([3, 7, [-0.02, -0.03, -0.01]])

      assert_equal [[3, 7], [0.0, -0.02]], [levels.keys, logs(levels)]
    end

    def test_a_matrix_and_its_inverse_make_one
      assert_equal [[0.4, -0.2], [-0.2, 0.6]],
                   Stats::Levels::Matrix.inverse([[3, 1], [1, 2]]).map { |row| row.map { |value| value.round(9) } }
    end

    private

    def levels(*spans) = Stats::Levels.new(spans).to_h
    def logs(levels) = levels.values.map { |level| level.log.round(6) }
  end
end
