# frozen_string_literal: true

require "test_helper"

class DoctorResultTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_has_the_facts_of_the_record
    found = Stats::DoctorResult.of(IllMachine.record(survey: { "missing" => ["cc"] }))

    assert_equal [4, [2], ["cc"], "same", 40, "complete"],
                 [found.machine["cores"], found.measured_cpus, found.survey["missing"], found.verdict.verdict,
                  found.detectability.pairs, found.outcome]
  end

  def test_a_record_without_anything_is_no_failure
    found = Stats::DoctorResult.of(Cachemark::Record.from_lines([{ "type" => "run" }]))

    assert_equal [{}, [], nil, nil], [found.machine, found.measured_cpus, found.verdict, found.detectability]
  end

  def test_carries_what_was_calibrated_and_how_it_ended
    assert_match(/was not calibrated/, IllMachine.result.notes.first)
    assert_equal ["interrupted", "calibrated on X"],
                 IllMachine.result(run: { "calibration" => "calibrated on X" }, ending: { "outcome" => "interrupted" }).notes
  end
end

class DetectabilityTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_detectability_agrees_with_the_comparison
    record = twins(noise_pairs: 0)
    verdict = Said::Comparison.of(record).verdicts.first

    assert_in_delta verdict.resolution, Stats::DoctorResult::Detectability.of(record).resolution, 1e-12
    assert_in_delta verdict.costs.first, Stats::DoctorResult::Detectability.of(record).call_ns, 1e-6
  end

  def test_more_pairs_in_a_minute_see_less
    few, many = [3.0, 0.75].map { |pair_s| Stats::DoctorResult::Detectability.of(twins(pair_s: pair_s)) }

    assert_equal [15, 60], [few, many].map(&:minute_pairs)
    assert_operator many.minute, :<, few.minute * 0.75
  end

  # Of 30 pairs in 30 s a minute has 60: the square root of 2 less, and the quantiles of more pairs are smaller.
  def test_a_minute_is_as_much_sharper_as_it_has_more_pairs
    found = Stats::DoctorResult::Detectability.of(twins(pair_s: 1.0, noise_pairs: 0))

    assert_equal [30, 60], [found.pairs, found.minute_pairs]
    assert_includes 1.3..1.9, found.resolution / found.minute
    assert_includes Range.new(*found.interval), found.minute
  end

  def test_the_interval_holds_what_a_minute_really_sees
    truths = Array.new(5) { |seed| Said::Comparison.of(twins(pairs: 40, noise_pairs: 0, seed: seed + 90)).verdicts.first.resolution }
    held = Array.new(8) do |seed|
      interval = Stats::DoctorResult::Detectability.of(twins(pairs: 20, noise_pairs: 0, pair_s: 1.5, seed: seed)).interval
      truths.count { |truth| truth.between?(*interval) }
    end

    assert_operator held.sum, :>=, 30
  end

  def test_the_same_pairs_show_the_same
    assert_equal Stats::DoctorResult::Detectability.of(twins), Stats::DoctorResult::Detectability.of(twins)
  end

  def test_pairs_of_the_a_a_are_pairs_of_the_same_code_too
    found = Stats::DoctorResult::Detectability.of(twins)

    assert_equal [30 + 10, (30 * 60).fdiv(40 * 2).round], [found.pairs, found.minute_pairs]
  end

  def test_too_few_pairs_show_nothing
    assert_nil Stats::DoctorResult::Detectability.of(twins(pairs: 7, noise_pairs: 4))
    assert_nil Stats::DoctorResult::Detectability.of(twins(pair_s: 10.0))
    assert_nil Stats::DoctorResult::Detectability.of(twins(pairs: 0, noise_pairs: 0))
  end

  private

  # Pairs end so many seconds after one another.
  def twins(pair_s: 2.0, **made)
    lines = MadeComparison.lines(**IllMachine::TWINS, **made)
    Cachemark::Record.from_lines(lines.map { |line| line["of"] == "pair" ? line.merge("at_s" => line["pair"] * pair_s) : line })
  end
end
