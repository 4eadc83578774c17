# frozen_string_literal: true

require "test_helper"

class SymptomsSameCodeTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::SameCode
  Patient = Cachemark::Stats::Patient

  def test_an_a_a_that_moved
    symptom = Rule.of(Patient.of(APatient.record(effects: { "client/get" => 0.05 }))).first

    assert_predicate symptom, :untrusted?
    assert_match(/the same code against itself differed by \+[45]\.\d %/, symptom.text)
  end

  def test_what_is_invalid_says_why
    symptom = Rule.of(Patient.of(APatient.record(steal: 9.0))).first

    assert_match(/the host took 9\.0 % of the CPU away/, symptom.text)
  end

  def test_the_same_is_well_and_too_little_is_not_known
    assert_empty Rule.of(Patient.of(APatient.record))
    assert_nil Rule.of(Patient.of(APatient.record(pairs: 3)))
    assert_nil Rule.of(APatient.of)
  end
end
