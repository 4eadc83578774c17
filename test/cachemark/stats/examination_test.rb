# frozen_string_literal: true

require "test_helper"

class ExaminationTest < Minitest::Test
  Answer = Cachemark::Report::Sentences::Doctor
  ONE_CORE = { "proc/self/status" => "Cpus_allowed_list:\t0\n" }.freeze

  def test_the_answer_has_a_figure_and_how_sure_it_is
    found = IllMachine.examination

    assert_match(/\AThis machine can detect a \d\.\d % slowdown of get in 60 s \(95 %: \d\.\d % to \d\.\d %\)\.\z/,
                 Answer.summary(found))
    assert_match(/\AMeasured: 40 pairs .* whose get costs \d\.\d µs here\) in 80 s, which would have detected/,
                 Answer.grounds(found))
    assert_predicate found, :trusted?
  end

  def test_what_cannot_be_trusted_says_so_first
    found = IllMachine.examination(files: ONE_CORE)

    refute_predicate found, :trusted?
    assert_match(/\AMeasurements on this machine cannot be trusted: only core 0 is allowed/, Answer.summary(found))
  end

  def test_one_that_blurs_can_be_trusted
    assert_predicate IllMachine.examination(files: { "proc/loadavg" => "9 9 9\n" }), :trusted?
  end

  def test_without_a_measurement_there_is_no_figure
    found = Said::Examination.of(IllMachine.unmeasured)

    assert_equal "Nothing was measured (--no-measure).", Answer.summary(found)
    assert_nil Answer.grounds(found)
    assert_predicate found, :trusted?
  end

  def test_carries_what_was_calibrated_and_how_it_ended
    assert_match(/was not calibrated/, IllMachine.examination.notes.first)
    assert_equal ["interrupted", "calibrated on X"],
                 IllMachine.examination(run: { "calibration" => "calibrated on X" }, ending: { "outcome" => "interrupted" }).notes
  end
end

class MachineFactsTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_has_what_the_record_tells
    facts = Stats::Examination::MachineFacts.of(IllMachine.record(survey: { "missing" => ["cc"] }))

    assert_equal [4, [2], ["cc"], "same", 40],
                 [facts.machine["cores"], facts.measured_cpus, facts.survey["missing"], facts.verdict.verdict,
                  facts.sight.pairs]
  end

  def test_a_record_without_anything_is_no_failure
    facts = Stats::Examination::MachineFacts.of(Cachemark::Record.from_lines([{ "type" => "run" }]))

    assert_equal [{}, [], nil, nil], [facts.machine, facts.measured_cpus, facts.verdict, facts.sight]
  end

  def test_knows_what_a_calibration_has_measured
    assert_in_delta 50, IllMachine.of.gain("unpinned").factor
    assert_nil IllMachine.of(survey: { "calibration" => nil }).gain("unpinned")
  end
end
