# frozen_string_literal: true

require "test_helper"

class SymptomsLoadTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Load

  def test_a_busy_machine
    symptom = Rule.of(APatient.of(files: { "proc/loadavg" => "3.20 1.00 0.50 2/100 1\n" })).first

    assert_equal "blurs", symptom.kind
    assert_match(/was busy when the run began \(load 3\.2 on 4 cores\)/, symptom.text)
  end

  def test_an_idle_one_is_well_and_an_untold_load_is_not_known
    assert_empty Rule.of(APatient.of)
    assert_nil Rule.of(APatient.of(files: { "proc/loadavg" => nil }))
  end
end
