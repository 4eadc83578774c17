# frozen_string_literal: true

require "test_helper"

class SymptomsQuotaTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Quota
  GROUP = { "proc/self/cgroup" => "0::/box\n" }.freeze

  def test_a_quota_of_less_than_the_cores
    v1 = { "proc/self/cgroup" => "4:cpu,cpuacct:/box\n", "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us" => "150000\n",
           "sys/fs/cgroup/cpu/box/cpu.cfs_period_us" => "100000\n" }
    [{ **GROUP, "sys/fs/cgroup/box/cpu.max" => "150000 100000\n" }, v1].each do |files|
      symptom = Rule.of(APatient.of(files: files)).first

      assert_equal "blurs", symptom.kind
      assert_match(/may use 1\.5 of 4 cores/, symptom.text)
    end
  end

  def test_none_and_one_that_allows_them_all_are_well
    ["max 100000\n", "400000 100000\n"].each do |text|
      assert_empty Rule.of(APatient.of(files: { **GROUP, "sys/fs/cgroup/box/cpu.max" => text }))
    end
    assert_empty Rule.of(APatient.of)
  end
end
