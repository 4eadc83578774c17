# frozen_string_literal: true

require "test_helper"

class CalibrationMarkdownTest < Minitest::Test
  def test_is_two_tables_under_what_they_mean
    text = text(MadeCalibration.whole)

    assert_match(/\A\*\*0 false alarms of a gate in 21 cells, a slowdown of 0\.50 % .*\*\*$/, text)
    assert_equal 2, text.scan(/^\| condition \| judge \|/).size
    assert_includes text, "| the same code | gate | 3 | 0 of 21 | at most 13.3 % | 63.2 % | 0.60 % |\n"
    assert_includes text, "| slower by 0.5 % | wall | 0.50 % | 59 | 59 of 59 | at least 95.0 % | 0.50 % | 0.40 % |\n"
  end

  def test_every_line_of_a_table_has_the_cells_of_its_head
    tables = text(MadeCalibration.whole).split("\n\n").grep(/\A\|/)

    tables.each { |table| assert_equal 1, table.lines.map { |line| line.count("|") }.uniq.size }
  end

  # Nothing was injected where the code is the same.
  def test_a_column_that_nothing_fills_is_left_out
    alarms = text(MadeCalibration.whole).split("\n\n").grep(/\A\|/).first

    refute_match(/injected|median/, alarms)
  end

  def test_says_how_it_was_measured
    assert_includes text(MadeCalibration.whole), "\n\n75 experiments, 1.2 h of measuring, the last on 2026-11-22.\n\n<details>"
    assert_includes text(MadeCalibration.whole), "- Cachemark 0.1.0, 2026-11-21T10:00:00Z: cachemark selftest --calibrate\n"
  end

  def test_one_that_has_just_begun_is_still_a_text
    assert_match(/\ANothing has been calibrated yet\.\n\n<details>/, text(MadeCalibration.calibration))
  end

  private

  def text(calibration) = Cachemark::Report::Calibration::Markdown.new(calibration).to_s
end
