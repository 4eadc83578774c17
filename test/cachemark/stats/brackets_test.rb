# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::BracketsTest < Minitest::Test
    # 3.0.3 is slower by 4 %, 3.0.9 faster than 3.0.5 by 3 %.
    LEVELS = { 0 => 0.0, 2 => 0.001, 3 => 0.041, 5 => 0.042, 9 => 0.01 }.freeze

    def test_without_an_answer_it_is_the_fewest_versions_between_which_it_surely_changed
      assert_equal [["undecided", "3.0.2", "3.0.3"]], told(LEVELS.slice(0, 2, 3, 5), nil)
      assert_equal [["undecided", "3.0.0", "3.0.5"]], told(LEVELS.slice(0, 5), nil)
      assert_equal [["undecided", "3.0.2", "3.0.5"]], told(LEVELS.slice(0, 2, 5), { "undecided" => "too few pairs" })
    end

    def test_a_half_of_which_too_little_is_known_closes_nothing_in
      assert_equal [["undecided", "3.0.0", "3.0.9"]], told({ 0 => 0.0, 5 => 0.02, 9 => 0.04 }, nil, reach: { 5 => 0.05 })
    end

    def test_where_nothing_moved_nothing_lies_between
      assert_empty told({ 0 => 0.0, 9 => 0.009 }, nil)
      assert_empty told({ 0 => 0.0, 9 => 0.03 }, nil, reach: { 9 => 0.04 })
      assert_empty told({}, nil)
    end

    def test_other_steps_that_moved_stand_beside_the_change_that_was_found
      found = [MadeSteps.change]

      assert_equal [["beside", "3.0.5", "3.0.9"]], told(LEVELS, {}, found)
      assert_empty told(LEVELS.except(9), {}, found)
      assert_empty told(LEVELS, {}, found, all: true)
      assert_in_delta (1.01 / 1.042) - 1, brackets(LEVELS, {}, found).first.effect
    end

    def test_a_larger_margin_passes_more_over
      assert_empty told(LEVELS, {}, [MadeSteps.change], margin: 0.04)
    end

    def test_what_no_step_did_alone_is_told_as_it_was_measured
      spread = { "found" => [], "spread" => [{ "from" => 2, "to" => 5, "effects" => [0.02, 0.03, 0.04], "skipped" => [] }] }
      told = brackets(LEVELS, spread).first

      assert_equal ["spread", "3.0.2", "3.0.5", "client/get"], [told.kind, told.from, told.to, told.scenario]
      assert_in_delta Math.exp(0.03) - 1, told.effect
    end

    private

    def told(levels, answer, found = [], **options)
      brackets(levels, answer, found, **options).map { |one| [one.kind, one.from, one.to] }
    end

    # `reach` by position: half of the interval.
    def brackets(levels, answer, found = [], reach: {}, margin: 0.01, **options)
      steps = levels.map do |at, effect|
        half = at.zero? ? 0.0 : reach.fetch(at, 0.004)
        MadeSteps.step(at, effect, interval: [effect - half, effect + half])
      end
      Stats::Brackets.new(steps, answer, found, margin: margin, **options).to_a
    end
  end
end
