# frozen_string_literal: true

require "test_helper"

class SymptomsClockSourceTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :clock_source)
  FILE = "sys/devices/system/clocksource/clocksource0/current_clocksource"

  def test_one_that_needs_the_kernel
    symptom = Rule.call(IllMachine.of(files: { FILE => "hpet\n" })).first

    assert_equal "blurs", symptom.kind
    assert_match(/the clock source is hpet/, symptom.text)
  end

  def test_those_of_processors_and_guests_are_well
    %w[tsc kvm-clock arch_sys_counter hyperv_clocksource_tsc_page].each do |source|
      assert_empty Rule.call(IllMachine.of(files: { FILE => "#{source}\n" })), source
    end
    assert_nil Rule.call(IllMachine.of(files: { FILE => nil }))
  end
end

class SymptomsCoresTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :cores)
  ONE = { "proc/self/status" => "Cpus_allowed_list:\t2\n" }.freeze

  def test_one_allowed_core_of_many
    symptom = Rule.call(IllMachine.of(files: ONE)).first

    assert_predicate symptom, :untrusted?
    assert_match(/only core 2 is allowed/, symptom.text)
    assert_match(/at least two of its 4 cores/, symptom.remedy)
  end

  def test_a_machine_of_one_core
    symptom = Rule.call(IllMachine.of(files: { **ONE, "#{IllMachine::CPU}/online" => "2\n" })).first

    assert_match(/a second core/, symptom.remedy)
  end

  def test_two_are_enough
    assert_empty Rule.call(IllMachine.of(files: { "proc/self/status" => "Cpus_allowed_list:\t0-1\n" }))
  end
end

class SymptomsGovernorTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :governor)
  FILE = "#{IllMachine::CPU}/cpu0/cpufreq/scaling_governor".freeze

  def test_a_clock_that_follows_the_load
    symptom = Rule.call(IllMachine.of(files: { FILE => "powersave\n" })).first

    assert_equal "blurs", symptom.kind
    assert_match(/the governor is powersave/, symptom.text)
    assert_match(/cpupower frequency-set -g performance/, symptom.remedy)
  end

  def test_performance_is_well_and_a_guest_does_not_know
    assert_empty Rule.call(IllMachine.of)
    assert_nil Rule.call(IllMachine.of(files: { FILE => nil }))
  end
end

class SymptomsMemoryTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :memory)

  def test_a_small_machine_and_a_small_container
    small = Rule.call(IllMachine.of(files: { "proc/meminfo" => "MemTotal: 262144 kB\n" })).first
    box = { "proc/self/cgroup" => "0::/box\n", "sys/fs/cgroup/box/memory.max" => "134217728\n" }

    assert_match(/this machine has 256 MB of memory/, small.text)
    assert_match(/the container has 128 MB of memory/, Rule.call(IllMachine.of(files: box)).first.text)
    assert_equal "lacks", small.kind
  end

  def test_enough_is_well_and_untold_is_not_known
    assert_empty Rule.call(IllMachine.of)
    assert_nil Rule.call(IllMachine.of(files: { "proc/meminfo" => nil }))
  end
end

class SymptomsPinningTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :pinning)

  def test_without_taskset
    symptom = Rule.call(IllMachine.of(files: { "bin/taskset" => nil })).first

    assert_predicate symptom, :untrusted?
    assert_match(/NOT PINNED: taskset is missing/, symptom.text)
    assert_match(/util-linux/, symptom.remedy)
    assert_match(/50\.0 % over seven scenarios in a minute unpinned, 1\.0 % otherwise/, symptom.gain.sentence)
    assert_in_delta 50, symptom.gain.factor
  end

  def test_names_the_remedy_if_the_kernel_refuses_to_pin
    placement = { "pinned" => false, "note" => "NOT PINNED: this machine does not let us pin" }
    symptom = Rule.call(IllMachine.of(run: { "placement" => placement })).first

    assert_match(/does not let us pin/, symptom.text)
    assert_match(/sched_setaffinity/, symptom.remedy)
  end

  def test_names_the_option_that_asked_for_no_pinning
    placement = { "pinned" => false, "name" => "unpinned", "note" => "NOT PINNED: that was asked for" }

    assert_equal "remove --placement", Rule.call(IllMachine.of(run: { "placement" => placement })).first.remedy
  end

  def test_pinned_is_well
    assert_empty Rule.call(IllMachine.of)
  end
end

class SymptomsQuotaTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :quota)
  GROUP = { "proc/self/cgroup" => "0::/box\n" }.freeze

  def test_a_quota_of_less_than_the_cores
    v1 = { "proc/self/cgroup" => "4:cpu,cpuacct:/box\n", "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us" => "150000\n",
           "sys/fs/cgroup/cpu/box/cpu.cfs_period_us" => "100000\n" }
    [{ **GROUP, "sys/fs/cgroup/box/cpu.max" => "150000 100000\n" }, v1].each do |files|
      symptom = Rule.call(IllMachine.of(files: files)).first

      assert_equal "blurs", symptom.kind
      assert_match(/may use 1\.5 of 4 cores/, symptom.text)
    end
  end

  def test_none_and_one_that_allows_them_all_are_well
    ["max 100000\n", "400000 100000\n"].each do |text|
      assert_empty Rule.call(IllMachine.of(files: { **GROUP, "sys/fs/cgroup/box/cpu.max" => text }))
    end
    assert_empty Rule.call(IllMachine.of)
  end
end

class SymptomsSiblingsTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :siblings)

  # Core 2 of four is measured on.
  def test_reports_a_hyperthread_of_the_measured_core
    symptom = Rule.call(IllMachine.of(files: siblings(2 => "2-3", 3 => "2-3"))).first

    assert_match(/core 2, which is measured on, .* with core 3\z/, symptom.text)
    assert_match(%r{smt/control}, symptom.remedy)
  end

  def test_reports_a_hyperthread_of_the_core_of_cachemark
    files = { "proc/self/status" => "Cpus_allowed_list:\t2-3\n", **siblings(2 => "2-3", 3 => "2-3") }

    assert_match(/core 3, .* with core 2, where cachemark itself runs/, Rule.call(IllMachine.of(files: files)).first.text)
  end

  def test_whole_cores_are_well_and_untold_ones_are_not_known
    assert_empty Rule.call(IllMachine.of)
    assert_empty Rule.call(IllMachine.of(files: siblings(0 => "0-1", 1 => "0-1")))
    assert_nil Rule.call(IllMachine.of(files: siblings((0..3).to_h { |cpu| [cpu, nil] })))
  end

  private

  def siblings(lists) = lists.transform_keys { |cpu| "#{IllMachine::CPU}/cpu#{cpu}/topology/thread_siblings_list" }
end

class SymptomsTurboTest < Minitest::Test
  Rule = IllMachine.rule(:Hardware, :turbo)
  INTEL = "#{IllMachine::CPU}/intel_pstate/no_turbo".freeze
  OTHERS = "#{IllMachine::CPU}/cpufreq/boost".freeze

  def test_a_clock_that_depends_on_heat
    [{ INTEL => "0\n" }, { INTEL => nil, OTHERS => "1\n" }].each do |files|
      symptom = Rule.call(IllMachine.of(files: files)).first

      assert_match(/turbo is on/, symptom.text)
      assert_match(/no_turbo.*boost/, symptom.remedy)
    end
  end

  def test_off_is_well_and_untold_is_not_known
    assert_empty Rule.call(IllMachine.of)
    assert_nil Rule.call(IllMachine.of(files: { INTEL => nil }))
  end
end
