# frozen_string_literal: true

require "test_helper"

class ReportCalibrationTest < Minitest::Test
  Calibration = Cachemark::Report::Calibration
  Row = Cachemark::Stats::Power::Row

  def test_false_alarms_stand_before_slowdowns
    sections = Calibration.sections(MadeCalibration.whole.rows)

    assert_equal ["False alarms", "Slowdowns found"], sections.map { |section| section.heading[/\A[^:]+/] }
    assert_equal [4, 4], sections.map { |section| section.rows.size }
    assert_equal ["Slowdowns found"], Calibration.sections([row]).map { |section| section.heading[/\A[^:]+/] }
  end

  def test_says_how_much_was_measured
    assert_equal "75 experiments, 1.2 h of measuring, the last on 2026-11-22", Calibration.extent(MadeCalibration.whole)
    assert_equal "Nothing has been calibrated yet.", Calibration.extent(MadeCalibration.calibration)
  end

  # "at least 95.0 %" of 0.9499 would claim what was not shown.
  def test_bounds_are_rounded_so_that_they_hold
    assert_equal "at least 94.9 %", cell("bound (95 %)", row(bound: 0.94999))
    assert_equal "at least 95.0 %", cell("bound (95 %)", row(bound: 0.9505))
    assert_equal "at most 0.6 %", cell("bound (95 %)", row(bound: 0.00501, alarms: true))
    assert_equal "at most 100.0 %", cell("bound (95 %)", row(bound: 1.0, alarms: true))
  end

  def test_what_is_not_known_is_empty
    assert_equal ["", "", ""], ["injected", "median", "sees"].map { |heading| cell(heading, row) }
    assert_equal "0.25 %", cell("injected", row(injected: 0.0025))
  end

  private

  def row(**members)
    Row.new(condition: "slower", metric: "wall", runs: 20, hits: 20, count: 20, bound: 0.86, **members)
  end

  def cell(heading, row) = Calibration::Columns.all.find { |column| column.heading == heading }.cell.call(row)
end
