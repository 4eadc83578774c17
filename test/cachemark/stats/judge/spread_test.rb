# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::SpreadTest < Minitest::Test
    def test_few_processes_allow_every_ratio_between_them
      spread = of([10.0, 11.0, 10.5], [20.0, 22.0, 21.0])

      assert_equal [10.5, 21.0], spread.costs
      assert_equal [(20.0 / 11) - 1, (22.0 / 10) - 1], spread.interval
      assert_in_delta 1.0, spread.effect
      assert_predicate spread, :apart?
    end

    def test_some_processes_that_stand_out_move_nothing
      spread = of([*([10.0] * 15), *([12.0] * 5)], [*([10.0] * 18), 90.0, 90.0])

      assert_equal [0.0, [0.0, 0.0]], [spread.effect, spread.interval]
      refute_predicate spread, :apart?
    end

    def test_counts_that_never_differ_are_known_exactly
      spread = of([10.0] * 3, [11.0] * 3)

      assert_equal [0.1, 0.1], spread.interval.map { |bound| bound.round(9) }
      assert_equal [false, true], [0.05, 0.11].map { |margin| spread.within?(margin) }
    end

    def test_more_processes_make_the_bounds_narrower
      widths = [3, 12, 48].map do |count|
        low, high = of(*Array.new(2) { Array.new(count) { |at| 100.0 + ((at * 7) % 12) } }).interval
        high - low
      end

      assert_equal widths.uniq.sort.reverse, widths
    end

    def test_where_each_figure_is_exact_none_is_left_out
      figures = [[1.0] * 20, [*([1.0] * 19), 2.0]]

      assert_equal [[0.0, 1.0], [0.0, 0.0]], [of(*figures, whole: true).interval, of(*figures).interval]
    end

    def test_the_arm_whose_processes_differ_most
      assert_equal [1, 10.0, 12.0], of([10.0, 11.0, 10.0], [10.0, 11.0, 12.0]).widest
    end

    def test_something_against_nothing_has_no_limit
      assert_equal [Float::INFINITY] * 2, of([0.0] * 3, [1.0] * 3).interval
      assert_equal [0.0, 0.0], of([0.0] * 3, [0.0] * 3).interval
    end

    private

    def of(*figures, **whole) = Stats::Judge::Spread.new(figures, **whole)
  end
end
