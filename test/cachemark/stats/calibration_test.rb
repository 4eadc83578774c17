# frozen_string_literal: true

require "test_helper"

class StatsCalibrationTest < Minitest::Test
  def test_tells_what_was_measured_and_when
    calibration = MadeCalibration.calibration(MadeCalibration.pilot, MadeCalibration.same(seconds: nil), MadeCalibration.slower)

    assert_equal [3, 120.0, "2026-11-22T03:00:00Z"], [calibration.experiments, calibration.seconds, calibration.last]
    assert_equal ["calibrate", "0.1.0", "AMD EPYC"], [calibration.command, calibration.version, calibration.machine["cpu"]]
    assert_equal %w[gate wall wall fastest], calibration.rows.map(&:metric)
    assert_match(/0 false alarms/, calibration.summary)
  end

  def test_one_that_has_just_begun
    calibration = MadeCalibration.calibration

    assert_equal [0, 0.0, nil, nil, []],
                 [calibration.experiments, calibration.seconds, calibration.last, calibration.summary, calibration.rows]
  end
end
