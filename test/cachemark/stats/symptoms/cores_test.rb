# frozen_string_literal: true

require "test_helper"

class SymptomsCoresTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Cores
  ONE = { "proc/self/status" => "Cpus_allowed_list:\t2\n" }.freeze

  def test_one_allowed_core_of_many
    symptom = Rule.of(APatient.of(files: ONE)).first

    assert_predicate symptom, :untrusted?
    assert_match(/only core 2 is allowed/, symptom.text)
    assert_match(/at least two of its 4 cores/, symptom.remedy)
  end

  def test_a_machine_of_one_core
    symptom = Rule.of(APatient.of(files: { **ONE, "#{APatient::CPU}/online" => "2\n" })).first

    assert_match(/a second core/, symptom.remedy)
  end

  def test_two_are_enough
    assert_empty Rule.of(APatient.of(files: { "proc/self/status" => "Cpus_allowed_list:\t0-1\n" }))
  end
end
