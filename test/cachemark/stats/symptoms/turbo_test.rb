# frozen_string_literal: true

require "test_helper"

class SymptomsTurboTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Turbo
  INTEL = "#{APatient::CPU}/intel_pstate/no_turbo".freeze
  OTHERS = "#{APatient::CPU}/cpufreq/boost".freeze

  def test_a_clock_that_depends_on_heat
    [{ INTEL => "0\n" }, { INTEL => nil, OTHERS => "1\n" }].each do |files|
      symptom = Rule.of(APatient.of(files: files)).first

      assert_match(/turbo is on/, symptom.text)
      assert_match(/no_turbo.*boost/, symptom.remedy)
    end
  end

  def test_off_is_well_and_untold_is_not_known
    assert_empty Rule.of(APatient.of)
    assert_nil Rule.of(APatient.of(files: { INTEL => nil }))
  end
end
