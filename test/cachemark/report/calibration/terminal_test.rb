# frozen_string_literal: true

require "test_helper"

class CalibrationTerminalTest < Minitest::Test
  def test_what_it_means_comes_first_the_record_last
    lines = text(MadeCalibration.whole, width: 120, record: "a.jsonl").lines(chomp: true)

    assert_match(/\A0 false alarms of a gate in 21 cells/, lines.first)
    assert_equal "Record: a.jsonl", lines.last
  end

  def test_a_line_for_each_condition_and_judge
    text = text(MadeCalibration.whole, width: 120)

    assert_match(/^the same code +gate +3 +0 of 21 +at most 13\.3 % +63\.2 % +0\.60 %$/, text)
    assert_match(/^slower by 0\.5 % +fastest +0\.50 % +59 +59 of 59 +at least 95\.0 % +0\.50 % +0\.40 %$/, text)
    assert_match(/^one commit of 64 slower by 2 % +find +2\.00 % +1 +1 of 1 /, text)
  end

  def test_fits_every_width_and_keeps_the_bounds
    { 40 => %w[condition result], 80 => %w[condition result bound],
      120 => %w[condition injected runs result bound median sees] }.each do |width, headings|
      lines = text(MadeCalibration.whole, width: width).lines(chomp: true)

      assert_operator lines.map(&:size).max, :<=, width
      headings.each { |heading| assert_match(/\b#{heading}\b/, lines.grep(/^condition/).first) }
      refute_includes lines.join, "…"
    end
    assert_includes text(MadeCalibration.whole, width: 120), "\nthe same code, a neighbour on the same core  "
  end

  def test_says_where_it_was_measured
    assert_match(/^75 experiments, .*\n\nDebian .*\n.*^Cachemark 0\.1\.0, .*Z: cachemark selftest --calibrate$/m,
                 text(MadeCalibration.whole))
  end

  def test_one_that_has_just_begun_is_still_a_text
    assert_match(/\ANothing has been calibrated yet\.$/, text(MadeCalibration.calibration))
    assert_match(/\A1 experiments, /, text(MadeCalibration.calibration(MadeCalibration.pilot)))
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text(MadeCalibration.whole))
    assert_match(/\e\[1m0 false alarms/, text(MadeCalibration.whole, color: true))
  end

  private

  def text(calibration, **page) = Cachemark::Report::Calibration::Terminal.new(calibration, **page).to_s
end
