# frozen_string_literal: true

require "test_helper"

class ExaminationTest < Minitest::Test
  ONE_CORE = { "proc/self/status" => "Cpus_allowed_list:\t0\n" }.freeze

  def test_the_answer_has_a_figure_and_how_sure_it_is
    found = APatient.examination

    assert_match(/\AThis machine can see a \d\.\d % slowdown of get in 60 s \(95 %: \d\.\d % to \d\.\d %\)\.\z/,
                 found.summary)
    assert_match(/\ABy 40 pairs .* of socket, whose get costs \d\.\d us here\. In their 80 s they would have seen/, found.grounds)
    assert_predicate found, :trusted?
  end

  def test_what_cannot_be_trusted_says_so_first
    found = APatient.examination(files: ONE_CORE)

    refute_predicate found, :trusted?
    assert_match(/\AMeasuring cannot be trusted here: only core 0 is allowed/, found.summary)
  end

  def test_one_that_blurs_can_be_trusted
    assert_predicate APatient.examination(files: { "proc/loadavg" => "9 9 9\n" }), :trusted?
  end

  def test_without_a_measurement_there_is_no_figure
    found = Cachemark::Stats::Examination.of(APatient.unmeasured)

    assert_equal "Nothing was measured (--no-measure).", found.summary
    assert_nil found.grounds
    assert_predicate found, :trusted?
  end

  def test_carries_what_was_calibrated_and_how_it_ended
    assert_match(/was not calibrated/, APatient.examination.notes.first)
    assert_equal ["interrupted", "calibrated on X"],
                 APatient.examination(run: { "calibration" => "calibrated on X" }, ending: { "outcome" => "interrupted" }).notes
  end
end
