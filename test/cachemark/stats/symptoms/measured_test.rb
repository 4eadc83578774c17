# frozen_string_literal: true

require "test_helper"

class SymptomsMeasuredTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Measured
  Patient = Cachemark::Stats::Patient

  def test_what_failed_says_why_and_what_to_do
    symptom = Rule.of(patient("reason" => "no free port for memcached", "try" => "run the command again")).first

    assert_predicate symptom, :untrusted?
    assert_equal "nothing could be measured: no free port for memcached", symptom.text
    assert_equal "run the command again", symptom.remedy
    refute_empty Rule.of(patient("reason" => "x", "try" => nil)).first.remedy
  end

  def test_too_few_pairs_say_nothing
    symptom = Rule.of(Patient.of(APatient.record(pairs: 5, noise_pairs: 2))).first

    assert_predicate symptom, :untrusted?
    assert_match(/too little was measured .*5 pairs of processes, fewer than 12/, symptom.text)
  end

  def test_no_pair_at_all
    assert_match(/no pair of processes/, Rule.of(Patient.of(APatient.record(pairs: 0, noise_pairs: 0))).first.text)
  end

  def test_nothing_is_known_where_it_was_not_wanted
    assert_nil Rule.of(patient({}))
  end

  def test_enough_pairs_are_well
    assert_empty Rule.of(Patient.of(APatient.record))
  end

  private

  def patient(unmeasured) = APatient.of(survey: { "unmeasured" => unmeasured })
end
