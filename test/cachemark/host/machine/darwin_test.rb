# frozen_string_literal: true

require "test_helper"

class DarwinTest < Minitest::Test
  Darwin = Cachemark::Host::Machine::Darwin
  ANSWERS = {
    %w[sw_vers -productVersion] => "14.5\n", %w[sysctl -n hw.logicalcpu] => "8\n", %w[sysctl -n kern.osrelease] => "23.5.0\n",
    %w[sysctl -n machdep.cpu.brand_string] => "Apple M2\n", %w[sysctl -n hw.memsize] => "17179869184\n",
    %w[sysctl -n vm.loadavg] => "{ 1,50 2.25 3.00 }\n", %w[sysctl -n kern.hv_vmm_present] => "0\n"
  }.freeze

  def test_reads_what_sysctl_tells
    facts = Darwin.new(ANSWERS.method(:[])).facts

    assert_equal ["macOS 14.5", "23.5.0", "Apple M2", 8], facts.values_at("os", "kernel", "cpu", "cores")
    assert_equal [17_179_869_184, (0..7).to_a, [1.5, 2.25, 3.0], "none"],
                 facts.values_at("memory_bytes", "allowed_cpus", "load", "virtualisation")
  end

  def test_a_mac_without_sysctl_is_no_failure
    facts = Darwin.new(->(argv) { raise Errno::ENOENT, argv.first }).facts

    assert_nil facts["cpu"]
    assert_operator facts["cores"], :>=, 1
  end

  def test_tells_the_same_facts_as_linux
    linux = FolderTree.open({}) { |root| Cachemark::Host::Machine::Linux.new(root).facts }

    assert_equal linux.keys.sort, Darwin.new(ANSWERS.method(:[])).facts.keys.sort
  end
end
