# frozen_string_literal: true

require "test_helper"

class DoctorReportTest < Minitest::Test
  Report = Cachemark::Report

  def test_every_kind_of_symptom_has_a_heading
    assert_equal Cachemark::Stats::Symptom::KINDS, Report::Doctor::HEADINGS.keys
  end

  def test_sections_stand_in_the_order_of_the_symptoms
    found = IllMachine.examination(files: { "proc/self/status" => "Cpus_allowed_list:\t0\n", "proc/loadavg" => "9 9 9\n" },
                                 survey: { "missing" => ["cc"] })

    assert_equal Report::Doctor::HEADINGS.values.first(3), Report::Doctor.sections(found.symptoms).map(&:heading)
  end

  def test_tells_what_is_well_what_is_not_known_and_what_is_here
    text = surroundings(files: { "#{IllMachine::CPU}/cpu0/cpufreq/scaling_governor" => nil },
                        survey: { "releases" => { "newer" => nil, "why" => "not looked up (--offline)" } })

    assert_match(/^Well here: memcached, cores, pinning, /, text)
    assert_match(/^Not known here: governor, releases$/, text)
    assert_match(/^Newer releases: not looked up \(--offline\)$/, text)
    assert_match(/^Found: 4 cores; core 2 to measure on; memcached 1\.6\.18; Ruby 3\.1\.2$/, text)
  end

  def test_a_guest_in_a_container_is_told
    text = surroundings(files: { "proc/cpuinfo" => "flags : hypervisor\n", ".dockerenv" => "" },
                        survey: { "memcached" => { "version" => nil }, "runtimes" => nil })

    assert_match(/^Found: 4 cores, virtual, docker; core 2 to measure on$/, text)
  end

  private

  def surroundings(**made) = Report::Doctor.surroundings(IllMachine.examination(**made)).join("\n")
end
