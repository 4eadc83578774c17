# frozen_string_literal: true

require "test_helper"

class DoctorResultTest < Minitest::Test
  Answer = Cachemark::Report::Doctor::Answer
  ONE_CORE = { "proc/self/status" => "Cpus_allowed_list:\t0\n" }.freeze

  def test_the_answer_has_a_figure_and_how_sure_it_is
    found = IllMachine.result

    assert_match(/\AThis machine can detect a \d\.\d % slowdown of get in 60 s \(95 %: \d\.\d % to \d\.\d %\)\.\z/,
                 Answer.of(found))
    assert_match(/\AMeasured: 40 pairs .* whose get costs \d\.\d µs here\) in 80 s, which would have detected/,
                 Answer.basis(found))
    assert_predicate found, :trusted?
  end

  def test_an_answer_from_an_incomplete_measurement_says_so
    said = { "interrupted" => "interrupted", "stopped early" => "stopped early", nil => "it has not ended" }

    said.each do |outcome, why|
      assert_match(/\AThe measurement is incomplete \(#{why}\)\. (This machine can detect|Measurements on this)/,
                   Answer.of(IllMachine.result(ending: { "outcome" => outcome }.compact)))
    end
  end

  def test_an_untrusted_machine_is_reported_first
    found = IllMachine.result(files: ONE_CORE)

    refute_predicate found, :trusted?
    assert_match(/\AMeasurements on this machine cannot be trusted: only core 0 is allowed/, Answer.of(found))
  end

  def test_one_that_blurs_can_be_trusted
    assert_predicate IllMachine.result(files: { "proc/loadavg" => "9 9 9\n" }), :trusted?
  end

  def test_without_a_measurement_there_is_no_figure
    found = Said::DoctorResult.of(IllMachine.unmeasured)

    assert_equal "Nothing was measured (--no-measure).", Answer.of(found)
    assert_nil Answer.basis(found)
    assert_predicate found, :trusted?
  end

  def test_carries_what_was_calibrated_and_how_it_ended
    assert_match(/was not calibrated/, IllMachine.result.notes.first)
    assert_equal ["interrupted", "calibrated on X"],
                 IllMachine.result(run: { "calibration" => "calibrated on X" }, ending: { "outcome" => "interrupted" }).notes
  end
end

class MachineFactsTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_has_the_facts_of_the_record
    facts = Stats::DoctorResult::MachineFacts.of(IllMachine.record(survey: { "missing" => ["cc"] }))

    assert_equal [4, [2], ["cc"], "same", 40],
                 [facts.machine["cores"], facts.measured_cpus, facts.survey["missing"], facts.verdict.verdict,
                  facts.detectability.pairs]
  end

  def test_a_record_without_anything_is_no_failure
    facts = Stats::DoctorResult::MachineFacts.of(Cachemark::Record.from_lines([{ "type" => "run" }]))

    assert_equal [{}, [], nil, nil], [facts.machine, facts.measured_cpus, facts.verdict, facts.detectability]
  end

  def test_knows_what_a_calibration_has_measured
    assert_in_delta 50, IllMachine.of.gain("unpinned").factor
    assert_nil IllMachine.of(survey: { "calibration" => nil }).gain("unpinned")
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
    Cachemark::Record.from_lines(lines.map { |line| line["type"] == "pair" ? line.merge("at_s" => line["pair"] * pair_s) : line })
  end
end

class SymptomsTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_a_machine_that_is_well_has_none
    found = symptoms(IllMachine.record)

    assert_empty found.symptoms
    assert_equal 18, found.passed.size
    assert_empty found.unknown
  end

  def test_an_empty_machine_is_unknown_and_no_failure
    nothing = IllMachine::WELL.transform_values { nil }
    found = symptoms(IllMachine.unmeasured(files: nothing, survey: IllMachine::SURVEY.transform_values { nil },
                                         ending: { "outcome" => "complete" }))

    assert_empty found.passed - ["cores", "CPU quota", "pinning"]
    assert_empty ["governor", "clock source", "disk", "releases", "memcached"] - found.unknown
  end

  # As sysctl answers there; nothing is pinned, and there is no /proc.
  def test_a_mac_is_described_without_a_failure
    answers = { %w[sysctl -n hw.logicalcpu] => "8\n", %w[sysctl -n hw.memsize] => "17179869184\n",
                %w[sysctl -n vm.loadavg] => "{ 1.50 2.25 3.00 }\n" }
    facts = Cachemark::Host::Machine::Darwin.new(answers.method(:[])).facts.merge("taskset" => false)
    found = symptoms(IllMachine.unmeasured(facts: facts, survey: { "other_processes" => nil, "debian" => false }))

    assert_equal %w[pinning runtimes], found.symptoms.map(&:name)
    assert_match(/macOS/, Cachemark::Report::Sentences.of(found.symptoms.first.remedy))
    assert_empty ["other processes", "governor", "turbo", "SMT", "clock source"] - found.unknown
  end

  def test_lists_the_most_costly_symptom_first
    files = { "proc/self/status" => "Cpus_allowed_list:\t0\n", "proc/loadavg" => "9 9 9\n" }
    found = symptoms(IllMachine.unmeasured(files: files, survey: { "missing" => ["cc"] }))

    assert_equal ["cores", "load", "compiler and headers"], found.symptoms.map(&:name)
  end

  private

  def symptoms(record) = Stats::DoctorResult.of(record)
end

class SymptomTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_sorts_symptoms_by_kind_and_cost
    all = [made("outdated"), made("blurs"), made("blurs", 1.4), made("untrusted"), made("blurs", 9.0), made("lacks")]

    assert_equal [["untrusted", nil], ["blurs", 9.0], ["blurs", 1.4], ["blurs", nil], ["lacks", nil], ["outdated", nil]],
                 all.sort_by(&:sort_key).map { |one| [one.kind, one.gain&.factor] }
  end

  def test_only_what_makes_figures_worthless_is_untrusted
    assert_equal %w[untrusted], Stats::Symptom::KINDS.select { |kind| made(kind).untrusted? }
  end

  private

  def made(kind, factor = nil)
    Stats::Symptom.new(name: "x", kind: kind, text: "x", remedy: "x",
                       gain: factor && Stats::Calibration::Gain.new(sentence: "x", factor: factor))
  end
end
