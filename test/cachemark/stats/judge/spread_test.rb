# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::SpreadTest < Minitest::Test
    def test_the_interval_goes_from_the_nearest_processes_to_the_farthest
      spread = of([10.0, 11.0, 10.5], [20.0, 22.0, 21.0], most: [0.0, 1.0])

      assert_equal [[10.5, 21.0], 1.0], [spread.costs, spread.effect]
      assert_equal [(20.0 / 11) - 1, (22.0 / 10) - 1], spread.interval
    end

    def test_one_process_in_twenty_widens_nothing
      assert_equal [0.0, 0.0], of([10.0] * 20, [*([10.0] * 19), 90.0]).interval
    end

    def test_counts_that_never_differ_are_known_exactly
      spread = of([10.0] * 3, [11.0] * 3)

      assert_equal [[0.1, 0.1], nil, true], [spread.interval.map { |bound| bound.round(9) }, spread.blurred, spread.steady?(0.1)]
      refute spread.within?(0.05)
      assert spread.within?(0.11)
    end

    def test_the_arm_that_is_as_wide_as_the_two_are_apart_blurs_them
      assert_equal 1, of([10.0] * 3, [10.0, 11.0, 12.0], most: [0.0, 1.0]).blurred
      refute of([10.0] * 3, [10.0, 11.0, 12.0]).steady?(0.5)
    end

    def test_arms_that_overlap_are_blurred_however_narrow
      assert_equal 0, of([10.0, 10.1, 11.1], [11.0, 11.6, 12.0], most: [0.0, 1.0]).blurred
    end

    def test_something_against_nothing_has_no_limit
      assert_equal [Float::INFINITY] * 2, of([0.0] * 3, [1.0] * 3).interval
      assert_equal [0.0, 0.0], of([0.0] * 3, [0.0] * 3).interval
    end

    private

    def of(*figures, **most) = Stats::Judge::Spread.new(figures, **most)
  end
end
