# frozen_string_literal: true

require "test_helper"

class SymptomsClockSourceTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::ClockSource
  FILE = "sys/devices/system/clocksource/clocksource0/current_clocksource"

  def test_one_that_needs_the_kernel
    symptom = Rule.of(APatient.of(files: { FILE => "hpet\n" })).first

    assert_equal "blurs", symptom.kind
    assert_match(/the clock source is hpet/, symptom.text)
  end

  def test_those_of_processors_and_guests_are_well
    %w[tsc kvm-clock arch_sys_counter hyperv_clocksource_tsc_page].each do |source|
      assert_empty Rule.of(APatient.of(files: { FILE => "#{source}\n" })), source
    end
    assert_nil Rule.of(APatient.of(files: { FILE => nil }))
  end
end
