# frozen_string_literal: true

require "test_helper"

class SymptomsMemoryTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Memory

  def test_a_small_machine_and_a_small_container
    small = Rule.of(APatient.of(files: { "proc/meminfo" => "MemTotal: 262144 kB\n" })).first
    box = { "proc/self/cgroup" => "0::/box\n", "sys/fs/cgroup/box/memory.max" => "134217728\n" }

    assert_match(/there are 256 MB of memory/, small.text)
    assert_match(/the container has 128 MB of memory/, Rule.of(APatient.of(files: box)).first.text)
    assert_equal "lacks", small.kind
  end

  def test_enough_is_well_and_untold_is_not_known
    assert_empty Rule.of(APatient.of)
    assert_nil Rule.of(APatient.of(files: { "proc/meminfo" => nil }))
  end
end
