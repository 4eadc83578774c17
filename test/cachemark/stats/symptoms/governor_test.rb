# frozen_string_literal: true

require "test_helper"

class SymptomsGovernorTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Governor
  FILE = "#{APatient::CPU}/cpu0/cpufreq/scaling_governor".freeze

  def test_a_clock_that_follows_the_load
    symptom = Rule.of(APatient.of(files: { FILE => "powersave\n" })).first

    assert_equal "blurs", symptom.kind
    assert_match(/the governor is powersave/, symptom.text)
    assert_match(/cpupower frequency-set -g performance/, symptom.remedy)
  end

  def test_performance_is_well_and_a_guest_does_not_know
    assert_empty Rule.of(APatient.of)
    assert_nil Rule.of(APatient.of(files: { FILE => nil }))
  end
end
