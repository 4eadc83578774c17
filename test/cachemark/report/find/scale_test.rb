# frozen_string_literal: true

require "test_helper"

class FindScaleTest < Minitest::Test
  def test_low_is_left_and_high_is_right
    steps = [step(0.0, [0.0, 0.0]), step(0.05, [0.0, 0.1])]

    assert_equal ["o", "-----o-----"], lines(steps, 11)
  end

  def test_no_change_is_marked
    assert_equal "|   --o--", lines([step(0.06, [0.04, 0.08])], 9).first
    assert_equal ["o       |", "        |"].map(&:rstrip), lines([step(-0.1, nil), step(nil, nil)], 9)
  end

  def test_where_nothing_differs_all_stand_at_no_change
    assert_equal ["o"], lines([step(0.0, [0.0, 0.0])], 20)
  end

  def test_what_was_not_measured_has_only_the_mark
    assert_equal "|", lines([step(0.1, nil), step(nil, nil)], 10).last
  end

  private

  def step(effect, interval) = MadeSteps.step(0, 0.0).with(effect: effect, interval: interval)

  def lines(steps, width)
    scale = Cachemark::Report::Find::Scale.new(steps, width)
    steps.map { |step| scale.line(step) }
  end
end
