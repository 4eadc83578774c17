# frozen_string_literal: true

require "test_helper"

class GainTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_a_sentence_with_a_figure_and_its_source
    gain = Stats::Gain.of(measured, "a neighbour on the same core")

    assert_equal "the calibration of 2026-11-22 (AMD EPYC, 2 cores) saw 0.6 % over seven scenarios in a minute with a " \
                 "neighbour on the same core, 0.6 % otherwise (medians of 9 and 3 runs)", gain.sentence
    assert_in_delta 1, gain.factor
  end

  def test_the_factor_is_how_much_smaller_slowdowns_become
    told = measured.merge("sees" => { "the same code" => 0.01, "the same code, unpinned" => 0.4 },
                          "runs" => { "the same code" => 3, "the same code, unpinned" => 2 })

    assert_in_delta 40, Stats::Gain.of(told, "unpinned").factor
    assert_match(/40\.0 % over seven scenarios in a minute unpinned, 1\.0 %/, Stats::Gain.of(told, "unpinned").sentence)
  end

  def test_without_a_measurement_there_is_no_figure
    assert_nil Stats::Gain.of(measured, "unpinned")
    assert_nil Stats::Gain.of(nil, "unpinned")
    assert_nil Stats::Gain.of(Stats::Gain.measured(MadeCalibration.record), "unpinned")
  end

  # What the rules ask for is what a calibration calls it.
  def test_the_calibration_that_comes_along_has_measured_what_is_told
    shipped = Cachemark::CLI::Calibration.gains

    ["unpinned", "a neighbour on the same core", "a neighbour on the other core"].each do |condition|
      assert Stats::Gain.of(shipped, condition), condition
    end
  end

  private

  def measured
    neighbours = Array.new(9) { MadeCalibration.same(condition: "the same code, a neighbour on the same core") }
    Stats::Gain.measured(MadeCalibration.record(*Array.new(3) { MadeCalibration.same }, *neighbours))
  end
end
