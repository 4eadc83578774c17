# frozen_string_literal: true

require "test_helper"
require "json"
require "socket"

class MachineTest < Minitest::Test
  Machine = Cachemark::Host::Machine

  def test_this_machine_can_be_described
    facts = Machine.facts

    assert_operator facts["cores"], :>=, 1
    assert_operator facts["allowed_cpus"].size, :>=, 1
    assert_operator facts["memory_bytes"], :>, 1 << 20
    assert_equal facts, JSON.parse(JSON.generate(facts))
  end

  def test_nothing_names_the_machine
    refute_includes Machine.facts.except("kernel").to_s, Socket.gethostname if Socket.gethostname.size > 4
  end

  def test_an_unknown_system_is_full_of_nil_and_never_a_failure
    FolderTree.open({}) do |root|
      facts = Machine.facts(root: root, path: "")

      assert_nil facts["cpu"]
      assert_nil facts["load"]
      assert_equal false, facts["taskset"]
      assert_equal (0...facts["cores"]).to_a, facts["allowed_cpus"]
    end
  end

  def test_machines_of_one_kind_have_one_identity
    same = [identity("AMD EPYC", "1000000"), identity("AMD EPYC", "1000001")]

    assert_equal 1, same.uniq.size
    refute_equal same.first, identity("Intel Xeon", "1000000")
    refute_equal same.first, identity("AMD EPYC", "64000000")
    refute_equal same.first, identity("AMD EPYC", "1000000", kernel: "6.2.0")
  end

  def test_taskset_is_looked_for_on_the_path
    FolderTree.open("bin/taskset" => "") do |root|
      refute Machine.facts(root: root, path: "/no:#{root}/bin")["taskset"]
      File.chmod(0o755, "#{root}/bin/taskset")

      assert Machine.facts(root: root, path: "/no:#{root}/bin")["taskset"]
    end
  end

  private

  def identity(model, memory_kb, kernel: "6.1.0")
    files = { "proc/cpuinfo" => "model name : #{model}\n", "proc/meminfo" => "MemTotal:   #{memory_kb} kB\n",
              "proc/sys/kernel/osrelease" => kernel }
    FolderTree.open(files) { |root| Machine.facts(root: root)["identity"] }
  end

  # Facts of Linux.
  class Linux < Minitest::Test
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

    def test_reads_turbo_from_either_driver
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

  # Limits of a control group.
  class Container < Minitest::Test
    # As cgroup 1 writes that there is none.
    NUMBERS = { "sys/fs/cgroup/cpu/cpu.cfs_quota_us" => "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us" => "100000\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes" => "9223372036854771712\n" }.freeze

    def test_no_limit_is_nil
      [{}, { "sys/fs/cgroup/cpu.max" => "max 100000\n", "sys/fs/cgroup/memory.max" => "max\n" }, NUMBERS].each do |files|
        assert_nil facts(files)
      end
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

    def test_podman_and_systemd_name_themselves
      assert_equal({ "kind" => "podman" }, facts("run/.containerenv" => ""))
      assert_equal({ "kind" => "lxc" }, facts("run/systemd/container" => "lxc\n"))
    end

    private

    def facts(files)
      FolderTree.open(files) { |root| Cachemark::Host::Machine::Linux::Container.new(Cachemark::Host::Machine::Linux::Tree.new(root)).facts }
    end
  end

  # Hypervisors.
  class Virtualisation < Minitest::Test
    GUEST = { "proc/cpuinfo" => "flags : fpu hypervisor sse\n" }.freeze

    VENDOR = "sys/class/dmi/id/sys_vendor"
    NAMES = { { "proc/cpuinfo" => "flags : fpu\n", VENDOR => "Microsoft Corporation\n" } => "none", GUEST => "virtual",
              { **GUEST, VENDOR => "QEMU\n" } => "KVM", { **GUEST, VENDOR => "Microsoft Corporation\n" } => "Hyper-V",
              { **GUEST, "sys/class/dmi/id/product_name" => "VirtualBox\n" } => "VirtualBox",
              { "sys/hypervisor/type" => "xen\n" } => "Xen" }.freeze

    def test_a_guest_is_named_after_its_vendor
      assert_equal NAMES, NAMES.to_h { |files, _| [files, hypervisor(files)] }
    end

    private

    def hypervisor(files)
      FolderTree.open(files) { |root| Cachemark::Host::Machine::Linux::Virtualisation.new(Cachemark::Host::Machine::Linux::Tree.new(root)).name }
    end
  end

  # Small files below a folder.
  class Tree < Minitest::Test
    def test_an_unreadable_file_is_nil
      FolderTree.open("a/file" => " text \n", "a/empty" => "\n") do |root|
        tree = Cachemark::Host::Machine::Linux::Tree.new(root)

        assert_equal ["text", nil, nil, nil], %w[a/file a/empty a/absent a].map { |path| tree.read(path) }
        assert_equal "ex", tree.find("a/file", /t(ex)t/)
        assert_nil tree.find("a/absent", /(x)/)
        assert_equal %w[a/empty a/file], tree.glob("a/*")
        assert tree.exist?("a/empty")
      end
    end
  end

  # Facts of macOS.
  class Darwin < Minitest::Test
    Darwin = Cachemark::Host::Machine::Darwin
    ANSWERS = {
      %w[sw_vers -productVersion] => "14.5\n", %w[sysctl -n hw.logicalcpu] => "8\n", %w[sysctl -n kern.osrelease] => "23.5.0\n",
      %w[sysctl -n machdep.cpu.brand_string] => "Apple M2\n", %w[sysctl -n hw.memsize] => "17179869184\n",
      %w[sysctl -n vm.loadavg] => "{ 1,50 2.25 3.00 }\n", %w[sysctl -n kern.hv_vmm_present] => "0\n"
    }.freeze

    def test_reads_the_facts_of_sysctl
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

    def test_the_memory_of_a_process
      status = "Name:\truby\nVmHWM:\t   40000 kB\nVmRSS:\t   35400 kB\n"
      FolderTree.open({ "7/status" => status, "8/status" => "Name:\tkthreadd\n" }) do |proc|
        held = [7, 8, 9].map { |pid| Cachemark::Host::Machine.resident_bytes(pid, proc: proc) }

        assert_equal [35_400 * 1024, nil, nil], held
      end
    end

    def test_reports_the_same_facts_as_linux
      linux = FolderTree.open({}) { |root| Cachemark::Host::Machine::Linux.new(root).facts }

      assert_equal linux.keys.sort, Darwin.new(ANSWERS.method(:[])).facts.keys.sort
    end
  end
end
