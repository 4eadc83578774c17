# frozen_string_literal: true

require "test_helper"

class SymptomsTest < Minitest::Test
  Stats = Cachemark::Stats
  Symptoms = Stats::Symptoms

  def test_a_machine_that_is_well_has_none
    found = symptoms(IllMachine.record)

    assert_empty found.all
    assert_equal 18, found.fine.size
    assert_empty found.unknown
  end

  def test_an_empty_machine_is_unknown_and_no_failure
    nothing = IllMachine::WELL.transform_values { nil }
    found = symptoms(IllMachine.unmeasured(files: nothing, survey: IllMachine::SURVEY.transform_values { nil },
                                         ending: { "outcome" => "complete" }))

    assert_empty found.fine - ["cores", "CPU quota", "pinning"]
    assert_empty ["governor", "clock source", "disk", "releases", "memcached"] - found.unknown
  end

  # As sysctl answers there; nothing is pinned, and there is no /proc.
  def test_a_mac_is_described_without_a_failure
    answers = { %w[sysctl -n hw.logicalcpu] => "8\n", %w[sysctl -n hw.memsize] => "17179869184\n",
                %w[sysctl -n vm.loadavg] => "{ 1.50 2.25 3.00 }\n" }
    facts = Cachemark::Host::Machine::Darwin.new(answers.method(:[])).facts.merge("taskset" => false)
    found = symptoms(IllMachine.unmeasured(facts: facts, survey: { "other_processes" => nil, "debian" => false }))

    assert_equal %w[pinning runtimes], found.all.map(&:name)
    assert_match(/macOS/, Cachemark::Report::Sentences.of(found.all.first.remedy))
    assert_empty ["other processes", "governor", "turbo", "SMT", "clock source"] - found.unknown
  end

  def test_what_costs_most_is_told_first
    files = { "proc/self/status" => "Cpus_allowed_list:\t0\n", "proc/loadavg" => "9 9 9\n" }
    found = symptoms(IllMachine.unmeasured(files: files, survey: { "missing" => ["cc"] }))

    assert_equal ["cores", "load", "compiler and headers"], found.all.map(&:name)
  end

  private

  def symptoms(record) = Symptoms.new(Stats::Examination::MachineFacts.of(record))
end

class SymptomTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_what_costs_most_comes_first
    all = [made("outdated"), made("blurs"), made("blurs", 1.4), made("untrusted"), made("blurs", 9.0), made("lacks")]

    assert_equal [["untrusted", nil], ["blurs", 9.0], ["blurs", 1.4], ["blurs", nil], ["lacks", nil], ["outdated", nil]],
                 all.sort_by(&:place).map { |one| [one.kind, one.gain&.factor] }
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
