# frozen_string_literal: true

require "test_helper"

class PairCourseTest < Minitest::Test
  def test_each_pair_says_its_effect_and_when
    record = MadeComparison.of(effects: { "client/get" => 0.05 }, scenarios: ["client/get"], spread: 0)
    points = Cachemark::Stats::PairCourse.of(record).group_by(&:comparison)

    assert_equal({ "v1" => 14, "n1" => 6 }, points.transform_values(&:size))
    points.fetch("v1").each { |point| assert_in_delta(0.05, point.effect, 0.001) }
    assert_equal points.fetch("v1").map(&:at_s), points.fetch("v1").map(&:at_s).sort
  end

  def test_a_pair_that_does_not_tell_its_time_is_left_out
    lines = MadeComparison.lines.map { |line| line.except("at_s") }

    assert_empty Cachemark::Stats::PairCourse.of(Cachemark::Record.from_lines(lines))
  end
end
