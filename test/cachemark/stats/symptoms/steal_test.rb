# frozen_string_literal: true

require "test_helper"

class SymptomsStealTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Steal

  def test_some_is_told_and_much_makes_it_untrusted
    { 2.5 => "blurs", 7.0 => "untrusted" }.each do |percent, kind|
      symptom = Rule.of(patient(percent)).first

      assert_equal kind, symptom.kind
      assert_match(/the host took #{percent} % of the CPU away/, symptom.text)
    end
  end

  def test_none_is_well_and_a_kernel_that_does_not_tell_is_not_known
    assert_empty Rule.of(patient(0.2))
    assert_nil Rule.of(patient(nil))
  end

  private

  def patient(percent)
    APatient.of(ending: { "outcome" => "complete", "machine" => { "steal_percent" => percent } })
  end
end
