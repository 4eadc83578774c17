# frozen_string_literal: true

require "test_helper"

# `doctor` as a user runs it; what it finds is tested with made machines.
class DoctorProcessTest < Minitest::Test
  def test_on_one_core_it_says_so_and_ends_with_three
    cpu = Cachemark::Host::Machine.facts["allowed_cpus"].first
    ARun.start("--no-measure", "--offline", command: "doctor", within: ["taskset", "-c", cpu.to_s]) do |run|
      assert_equal 3, run.finish
      assert_match(/\AMeasurements on this machine cannot be trusted: only core #{cpu} is allowed/, run.out)
    end
  end

  def test_ctrl_c_reports_what_was_found_and_leaves_nothing
    ARun.start("--offline", "--for", "60s", command: "doctor") do |run|
      run.wait_until { run.lines("pair").any? }
      run.signal("INT")

      assert_equal 130, run.finish
      assert_match(/^Note: interrupted$/, run.out)
      assert_match(/^Found: /, run.out)
      assert_empty run.left
    end
  end
end
