# frozen_string_literal: true

require "test_helper"

class LinuxTest < Minitest::Test
  Linux = Cachemark::Host::Machine::Linux
  CPU = "sys/devices/system/cpu"
  LAPTOP = {
    "etc/os-release" => "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
    "proc/sys/kernel/osrelease" => "6.1.0-18-amd64\n",
    "proc/cpuinfo" => "processor\t: 0\nmodel name\t: Intel(R) Core(TM) i7-8550U\nflags\t\t: fpu vme sse2\n",
    "proc/meminfo" => "MemTotal:       16000000 kB\nMemFree: 1 kB\n",
    "proc/loadavg" => "0.50 1.25 2.00 1/100 4242\n",
    "proc/stat" => "cpu  10 0 10 70 0 0 0 7 0 0\n",
    "proc/self/status" => "Name:\truby\nCpus_allowed:\tb\nCpus_allowed_list:\t0-1,3\n",
    "#{CPU}/online" => "0-3\n",
    "#{CPU}/smt/active" => "1\n",
    "#{CPU}/intel_pstate/no_turbo" => "0\n",
    "#{CPU}/cpu0/cpufreq/scaling_governor" => "powersave\n",
    "#{CPU}/cpu0/topology/thread_siblings_list" => "0,2\n",
    "#{CPU}/cpu1/topology/thread_siblings_list" => "1,3\n",
    "#{CPU}/cpu2/topology/thread_siblings_list" => "0,2\n",
    "#{CPU}/cpu3/topology/thread_siblings_list" => "1,3\n",
    "sys/devices/system/clocksource/clocksource0/current_clocksource" => "tsc\n"
  }.freeze

  def test_reads_a_laptop_whole
    expected = {
      "os" => "Debian GNU/Linux 12 (bookworm)", "kernel" => "6.1.0-18-amd64", "virtualisation" => "none", "container" => nil,
      "memory_bytes" => 16_384_000_000, "cpu" => "Intel(R) Core(TM) i7-8550U", "cores" => 4, "allowed_cpus" => [0, 1, 3],
      "core_siblings" => [[0, 2], [1, 3]], "smt" => true, "turbo" => true, "governor" => "powersave", "clock_source" => "tsc",
      "load" => [0.5, 1.25, 2.0], "steal_ticks" => 7
    }

    assert_equal expected, facts(LAPTOP)
  end

  def test_turbo_is_told_by_either_driver
    assert_equal false, facts("#{CPU}/intel_pstate/no_turbo" => "1")["turbo"]
    assert_equal true, facts("#{CPU}/cpufreq/boost" => "1")["turbo"]
    assert_equal false, facts("#{CPU}/cpufreq/boost" => "0")["turbo"]
    assert_nil facts({})["turbo"]
  end

  def test_an_arm_board_has_a_name_too
    assert_equal "Raspberry Pi 4", facts("proc/cpuinfo" => "processor : 0\nCPU part : 0xd08\nModel : Raspberry Pi 4\n")["cpu"]
    assert_equal "0xd08", facts("proc/cpuinfo" => "processor : 0\nCPU part : 0xd08\n")["cpu"]
  end

  def test_reads_lists_of_cores
    assert_equal [0, 1, 2, 5, 8, 9], Linux.cpus("0-2,5,8-9")
    assert_equal [], Linux.cpus(nil)
  end

  private

  def facts(files) = FolderTree.open(files) { |root| Linux.new(root).facts }
end
