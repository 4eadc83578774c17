# frozen_string_literal: true

require "test_helper"

class CourseTest < Minitest::Test
  # A block every 100 ms, whose cost is what the test says by its number.
  def course(&cost)
    lines = MadeRecord.lines(processes: 4, blocks: 12) { |_, process, block| cost.call((process * 12) + block) }
    blocks = Hash.new(-1)
    Cachemark::Stats::Course.of(Cachemark::Record.from_lines(lines.map do |line|
      line["type"] == "block" ? line.merge("at_s" => (blocks[line["cell"]] += 1) * 0.1) : line
    end))
  end

  def test_a_machine_that_slows_down_is_seen_beside_the_cells_own_median
    points = course { |number| number < 24 ? 1_000 : 1_100 }

    assert_equal ["dalli"], points.map(&:contender).uniq
    assert_equal 24, points.size
    assert_in_delta(-0.047, points.first.deviation, 0.002)
    assert_in_delta(0.048, points.last.deviation, 0.002)
    assert_operator points.first.at_s, :<, points.last.at_s
  end

  def test_where_nothing_changes_nothing_deviates
    course { 1_000 }.each { |point| assert_in_delta(0, point.deviation, 1e-9) }
  end

  def test_blocks_that_do_not_tell_their_time_have_no_course
    assert_empty Cachemark::Stats::Course.of(MadeRecord.of)
  end
end

class PairCourseTest < Minitest::Test
  def test_each_pair_says_its_effect_and_when
    record = MadeComparison.of(effects: { "client/get" => 0.05 }, scenarios: ["client/get"], spread: 0)
    points = Cachemark::Stats::Course.of_pairs(record).group_by(&:comparison)

    assert_equal({ "v1" => 14, "n1" => 6 }, points.transform_values(&:size))
    points.fetch("v1").each { |point| assert_in_delta(0.05, point.effect, 0.001) }
    assert_equal points.fetch("v1").map(&:at_s), points.fetch("v1").map(&:at_s).sort
  end

  def test_a_pair_that_does_not_tell_its_time_is_left_out
    lines = MadeComparison.lines.map { |line| line.except("at_s") }

    assert_empty Cachemark::Stats::Course.of_pairs(Cachemark::Record.from_lines(lines))
  end
end
