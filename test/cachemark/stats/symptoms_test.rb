# frozen_string_literal: true

require "test_helper"

class SymptomsTest < Minitest::Test
  Stats = Cachemark::Stats
  Symptoms = Stats::Symptoms

  def test_a_machine_that_is_well_has_none
    found = symptoms(APatient.record)

    assert_empty found.all
    assert_equal Symptoms::RULES.map { |rule| rule::NAME }, found.fine
    assert_empty found.unknown
  end

  def test_an_empty_machine_is_unknown_and_no_failure
    nothing = APatient::WELL.transform_values { nil }
    found = symptoms(APatient.unmeasured(files: nothing, survey: APatient::SURVEY.transform_values { nil },
                                         ending: { "outcome" => "complete" }))

    assert_empty found.fine - ["cores", "CPU quota", "pinning"]
    assert_empty ["governor", "clock source", "disk", "releases", "memcached"] - found.unknown
  end

  # As sysctl answers there; nothing is pinned, and there is no /proc.
  def test_a_mac_is_described_without_a_failure
    answers = { %w[sysctl -n hw.logicalcpu] => "8\n", %w[sysctl -n hw.memsize] => "17179869184\n",
                %w[sysctl -n vm.loadavg] => "{ 1.50 2.25 3.00 }\n" }
    facts = Cachemark::Host::Machine::Darwin.new(answers.method(:[])).facts.merge("taskset" => false)
    found = symptoms(APatient.unmeasured(facts: facts, survey: { "neighbours" => nil, "debian" => false }))

    assert_equal %w[pinning runtimes], found.all.map(&:name)
    assert_match(/macOS/, found.all.first.remedy)
    assert_empty ["neighbours", "governor", "turbo", "SMT", "clock source"] - found.unknown
  end

  def test_what_costs_most_is_told_first
    found = symptoms(APatient.unmeasured(files: { "proc/self/status" => "Cpus_allowed_list:\t0\n", "proc/loadavg" => "9 9 9\n" },
                                         survey: { "missing" => ["cc"] }))

    assert_equal ["cores", "load", "compiler and headers"], found.all.map(&:name)
  end

  def test_every_file_is_a_rule
    files = Dir.children("#{Cachemark::ROOT}/lib/cachemark/stats/symptoms").map { |name| name.delete_suffix(".rb") }

    words = Symptoms::RULES.map { |rule| rule.name.split("::").last.gsub(/(?<=[a-z])(?=[A-Z])/, "_").downcase }

    assert_equal files.sort, words.sort
    assert_equal Symptoms::RULES.size, Symptoms::RULES.map { |rule| rule::NAME }.uniq.size
  end

  private

  def symptoms(record) = Symptoms.new(Stats::Patient.of(record))
end
