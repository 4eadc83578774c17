# frozen_string_literal: true

require "test_helper"

class ContainerTest < Minitest::Test
  def test_no_limit_is_nil
    assert_nil facts({})
    assert_nil facts("sys/fs/cgroup/cpu.max" => "max 100000\n", "sys/fs/cgroup/memory.max" => "max\n")
  end

  def test_reads_the_limits_of_cgroup_2_from_the_tightest_group
    files = { ".dockerenv" => "", "proc/self/cgroup" => "0::/a/b\n", "sys/fs/cgroup/a/cpu.max" => "150000 100000\n",
              "sys/fs/cgroup/a/b/cpu.max" => "max 100000\n", "sys/fs/cgroup/a/b/memory.max" => "1073741824\n" }

    assert_equal({ "kind" => "docker", "cpus" => 1.5, "memory_bytes" => 1_073_741_824 }, facts(files))
  end

  def test_reads_the_limits_of_cgroup_1
    files = { "proc/self/cgroup" => "4:memory:/job\n3:cpu,cpuacct:/job\n",
              "sys/fs/cgroup/cpu/job/cpu.cfs_quota_us" => "50000\n",
              "sys/fs/cgroup/cpu/job/cpu.cfs_period_us" => "100000\n",
              "sys/fs/cgroup/memory/job/memory.limit_in_bytes" => "2048\n" }

    assert_equal({ "cpus" => 0.5, "memory_bytes" => 2048 }, facts(files))
  end

  def test_cgroup_1_writes_no_limit_as_numbers
    files = { "sys/fs/cgroup/cpu/cpu.cfs_quota_us" => "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us" => "100000\n",
              "sys/fs/cgroup/memory/memory.limit_in_bytes" => "9223372036854771712\n" }

    assert_nil facts(files)
  end

  def test_podman_and_systemd_name_themselves
    assert_equal({ "kind" => "podman" }, facts("run/.containerenv" => ""))
    assert_equal({ "kind" => "lxc" }, facts("run/systemd/container" => "lxc\n"))
  end

  private

  def facts(files)
    FolderTree.open(files) { |root| Cachemark::Host::Machine::Container.new(Cachemark::Host::Machine::Tree.new(root)).facts }
  end
end
