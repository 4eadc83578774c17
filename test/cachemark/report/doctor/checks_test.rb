# frozen_string_literal: true

require "test_helper"

# What each check finds on which machine.
class DoctorChecksTest < Minitest::Test
  CPU = IllMachine::CPU
  CLOCK = "sys/devices/system/clocksource/clocksource0/current_clocksource"
  GOVERNOR = "#{CPU}/cpu0/cpufreq/scaling_governor".freeze
  TURBO = ["#{CPU}/intel_pstate/no_turbo", "#{CPU}/cpufreq/boost"].freeze
  GROUP = { "proc/self/cgroup" => "0::/box\n" }.freeze
  V1 = { "proc/self/cgroup" => "4:cpu,cpuacct:/box\n", "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us" => "150000\n",
         "sys/fs/cgroup/cpu/box/cpu.cfs_period_us" => "100000\n" }.freeze
  RUNTIMES = Cachemark::Vocabulary::Language.all.keys.map do |name|
    { "language" => name, "version" => "3.11.2", "path" => "/usr/bin/#{name}" }.freeze
  end.freeze
  NEWER_RUBY = { "language" => "ruby", "version" => "3.4.1", "path" => "/opt/ruby-3.4/bin/ruby" }.freeze
  UNPINNED = { "pinned" => false, "note" => "NOT PINNED: this machine does not let us pin" }.freeze
  TWO_CORES = { "pinned" => true, "server_cpus" => [0], "driver_cpus" => [2], "own_cpus" => [1] }.freeze

  class << self
    def allowed(cpus) = { "proc/self/status" => "Cpus_allowed_list:\t#{cpus}\n" }
    def siblings(lists) = lists.transform_keys { |cpu| "#{CPU}/cpu#{cpu}/topology/thread_siblings_list" }
    def memcached(version) = { "memcached" => { "version" => version, "how" => "apt-get install memcached" } }
    def disks(disks) = { "disks" => { **IllMachine::SURVEY["disks"], **disks } }
    def disk(free_bytes, writable: true) = { "free_bytes" => free_bytes, "writable" => writable }
    def steal(percent) = { "outcome" => "complete", "machine" => { "steal_percent" => percent } }

    def release(requires, *runtimes)
      newer = { "client" => "dalli", "version" => "4.3.10", "newest" => "5.0.1", "requires" => requires }
      { "releases" => { "newer" => [newer] }, "runtimes" => [*IllMachine::SURVEY["runtimes"], *runtimes] }
    end

    # Each process as [name, pid, share, cores].
    def processes(*named, unnamed: 0.0)
      named = named.map { |values| %w[name pid share cpus].zip(values).to_h }
      { "other_processes" => { "seconds" => 20.0, "named" => named, "unnamed" => unnamed } }
    end
  end

  # [how the machine was made, "kind name: text -> remedy (gain)" of each of its symptoms]. Core 2 of four is measured on.
  SYMPTOMS = [
    [{ survey: memcached(nil) },
     /\Auntrusted memcached: memcached is not installed: there is nothing to measure with -> apt-get install memcached\z/],
    [{ survey: memcached("1.5.22") }, /\Alacks memcached: memcached 1\.5\.22 does not know .* -> .* 1\.6\.0 or newer/],
    [{ files: allowed("2") }, /\Auntrusted cores: only core 2 is allowed.* -> allow at least two of its 4 cores/],
    [{ files: { **allowed("2"), "#{CPU}/online" => "2\n" } }, /\Auntrusted cores: .* -> add a second core/],
    [{ files: { "bin/taskset" => nil } },
     /\Auntrusted pinning: NOT PINNED: taskset is missing.* -> .*util-linux.*\(.* 50\.0 % .* unpinned, 1\.0 % otherwise/],
    [{ run: { "placement" => UNPINNED } }, /\Auntrusted pinning: .*does not let us pin -> allow sched_setaffinity/],
    [{ run: { "placement" => { "pinned" => false, "name" => "unpinned" } } },
     /\Auntrusted pinning: nothing is pinned.* -> remove placement=unpinned/],
    [{ survey: { "unmeasured" => { "reason" => "no free port", "try" => "run it again" } } },
     /\Auntrusted measuring: nothing could be measured: no free port -> run it again\z/],
    [{ survey: { "unmeasured" => { "reason" => "no free port", "try" => nil } } }, / -> fix that, and run the command again\z/],
    [{ survey: { "unmeasured" => nil } }, /\Auntrusted measuring: .*: no pair of processes was completed -> .* --for 60s\z/],
    [{ survey: { "unmeasured" => nil }, pairs: 5, noise_pairs: 2 },
     /\Auntrusted measuring: there are too few measurements .*: 5 pairs of processes, fewer than 12 -> measure longer/],
    [{ survey: { "unmeasured" => nil }, pairs: 30, noise_pairs: 10, effects: { "client/get" => 0.05 } },
     %r{\Auntrusted A/A: the A/A check differed by \+[45]\.\d % -> run it again}],
    [{ survey: { "unmeasured" => nil }, pairs: 30, noise_pairs: 10, steal: 9.0 },
     %r{\Auntrusted A/A: the host took 9\.0 % of the CPU away.* -> run it again}],
    *[2.5, 7.0].map { |percent| [{ ending: steal(percent) }, /\Ablurs steal: .* #{percent} % of the CPU .* -> .*dedicated/] },
    [{ survey: processes(["cc1", 812, 0.97, [0, 2]], ["java", 99, 0.4, [3]]) },
     /\Ablurs other processes: core 2, which is measured on, is shared with cc1 \(pid 812\): 97 % -> .*taskset.*\(.* 3\.0 % /,
     /\Ablurs other processes: another core is busy with java \(pid 99\): 40 % -> .*\(.* 2\.0 % .* on the other core/],
    [{ survey: processes(["cc1", 8, 0.5, [0]]), run: { "placement" => TWO_CORES } }, /cores 0, 2, .* are shared with cc1/],
    [{ survey: processes(*Array.new(8) { |at| ["worker", 100 + at, 0.2, [2]] }) }, /worker \(pid 104\): 20 % and 3 more -> /],
    [{ survey: processes(unnamed: 0.62) }, /\Ablurs other processes: .*came and went.* 62 % of a core -> run nothing else/],
    [{ files: { "proc/loadavg" => "3.20 1.00 0.50 2/100 1\n" } }, /\Ablurs load: .*\(load 3\.2 on 4 cores\).* -> wait/],
    *[{ **GROUP, "sys/fs/cgroup/box/cpu.max" => "150000 100000\n" }, V1].map do |files|
      [{ files: files }, /\Ablurs CPU quota: the container may use 1\.5 of 4 cores: .* -> lift the quota/]
    end,
    [{ files: { "proc/meminfo" => "MemTotal: 262144 kB\n" } }, /\Alacks memory: this machine has 256 MB .* -> provide 512 MB/],
    [{ files: { **GROUP, "sys/fs/cgroup/box/memory.max" => "134217728\n" } }, /\Alacks memory: the container has 128 MB/],
    [{ files: { GOVERNOR => "powersave\n" } }, /\Ablurs governor: the governor is powersave: .* -> .*cpupower .* performance/],
    *[{ TURBO[0] => "0\n" }, { TURBO[0] => nil, TURBO[1] => "1\n" }].map do |files|
      [{ files: files }, /\Ablurs turbo: turbo is on: .* -> .*no_turbo.*boost/]
    end,
    [{ files: siblings(2 => "2-3", 3 => "2-3") }, %r{\Ablurs SMT: core 2, which is .* with core 3 -> .*smt/control}],
    [{ files: { **allowed("2-3"), **siblings(2 => "2-3", 3 => "2-3") } }, /\Ablurs SMT: core 3, .* core 2, where cachemark/],
    [{ files: { CLOCK => "hpet\n" } }, /\Ablurs clock source: the clock source is hpet: .* -> boot with clocksource=tsc/],
    [{ survey: { "missing" => ["cc", "make", "sasl/sasl.h"] } },
     %r{\Alacks compiler and headers: .* cc, make, sasl/sasl\.h; .* --no-install-recommends gcc make libsasl2-dev\z}],
    [{ survey: { "debian" => false } }, /\Alacks runtimes: .*Python clients are unavailable -> .*name it: .*python=PATH\z/],
    [{ survey: disks("cache" => disk(100 << 20)) },
     /\Alacks disk: 100 MB are free for the cache folder, which may need 1024 MB -> .*env prune.*XDG_CACHE_HOME/],
    [{ survey: disks("state" => disk(nil, writable: false)) }, /\Alacks disk: the state folder is not .* -> XDG_STATE_HOME/],
    *[">= 3.1", nil].map do |requires|
      [{ survey: release(requires) }, /\Aoutdated releases: dalli 5\.0\.1 is out; 4\.3\.10 .* dalli@4\.3\.10 dalli@5\.0\.1\z/]
    end,
    [{ survey: release(">= 3.3") }, / -> cachemark compare .* --with ruby=PATH\. It needs Ruby >= 3\.3, which is not installed/],
    [{ survey: release(">= 3.3, < 4", NEWER_RUBY) }, %r{ -> .* dalli@5\.0\.1 --with ruby=/opt/ruby-3\.4/bin/ruby\z}]
  ].freeze

  WELL = [
    {}, { files: allowed("0-1") }, { files: siblings(0 => "0-1", 1 => "0-1") }, { ending: steal(0.2) },
    *%w[kvm-clock arch_sys_counter hyperv_clocksource_tsc_page].map { |source| { files: { CLOCK => "#{source}\n" } } },
    *["max 100000\n", "400000 100000\n"].map { |text| { files: { **GROUP, "sys/fs/cgroup/box/cpu.max" => text } } },
    *["1.6.0", "1.6.38_beta", ""].map { |version| { survey: memcached(version) } },
    { survey: { "debian" => false, "runtimes" => RUNTIMES } }, { survey: processes(["sshd", 1, 0.03, [2]]) }
  ].freeze

  UNKNOWN = {
    "memcached" => { survey: { "memcached" => nil } }, "A/A" => { survey: { "unmeasured" => nil }, pairs: 3 },
    "steal" => { ending: steal(nil) }, "other processes" => { survey: { "other_processes" => nil } },
    "load" => { files: { "proc/loadavg" => nil } }, "memory" => { files: { "proc/meminfo" => nil } },
    "governor" => { files: { GOVERNOR => nil } }, "turbo" => { files: { TURBO[0] => nil } },
    "SMT" => { files: siblings((0..3).to_h { |cpu| [cpu, nil] }) }, "clock source" => { files: { CLOCK => nil } },
    "compiler and headers" => { survey: { "missing" => nil } }, "runtimes" => { survey: { "runtimes" => nil } },
    "disk" => { survey: disks("cache" => disk(nil), "state" => disk(nil)) },
    "releases" => { survey: { "releases" => { "newer" => nil } } }
  }.freeze

  def test_symptoms
    SYMPTOMS.each do |made, *expected|
      found = checked(**made).symptoms.map do |one|
        "#{one.kind} #{one.name}: #{one.text} -> #{one.remedy}#{" (#{one.gain.sentence})" if one.gain}"
      end

      assert_equal expected.size, found.size, found
      expected.zip(found) { |pattern, text| assert_match pattern, text }
    end
  end

  def test_machines_that_are_well
    WELL.each { |made| assert_empty checked(**made).symptoms, made }
  end

  def test_what_is_unknown_is_no_symptom
    UNKNOWN.each { |name, made| assert_includes checked(**made).unknown, name }
    assert_equal ["measuring", "A/A"], checked.unknown
  end

  def test_every_check_passes_on_a_machine_that_is_well
    found = checked(survey: { "unmeasured" => nil }, pairs: 30, noise_pairs: 10)

    assert_equal [[], 18, []], [found.symptoms, found.fine.size, found.unknown]
  end

  def test_an_empty_machine_is_no_failure
    found = checked(files: IllMachine::WELL.transform_values { nil }, survey: IllMachine::SURVEY.transform_values { nil })

    assert_empty found.fine - ["cores", "CPU quota", "pinning", "steal"]
  end

  # As sysctl answers there; nothing is pinned, and there is no /proc.
  def test_a_mac_is_described_without_a_failure
    answers = { %w[sysctl -n hw.logicalcpu] => "8\n", %w[sysctl -n hw.memsize] => "17179869184\n",
                %w[sysctl -n vm.loadavg] => "{ 1.50 2.25 3.00 }\n" }
    facts = Cachemark::Host::Machine::Darwin.new(answers.method(:[])).facts.merge("taskset" => false)
    found = checked(facts: facts, survey: { "other_processes" => nil, "debian" => false })

    assert_equal %w[pinning runtimes], found.symptoms.map(&:name)
    assert_match(/macOS/, found.symptoms.first.remedy)
    assert_empty ["other processes", "governor", "turbo", "SMT", "clock source"] - found.unknown
  end

  def test_everything_that_is_looked_for_has_a_package
    looked_for = [*Cachemark::Host::Tools::PROGRAMS, *Cachemark::Host::Tools::HEADERS, "ruby.h"]

    assert_empty checked(survey: { "missing" => looked_for }).symptoms.first.remedy.split.grep(/\.h\z|\Ac(c|\+\+)\z/)
  end

  # By kind, then by the gain that was measured.
  def test_lists_the_most_harmful_symptom_first
    others = self.class.processes(["java", 99, 0.4, [3]], ["cc1", 812, 0.97, [2]])
    found = checked(files: { "bin/taskset" => nil, GOVERNOR => "powersave\n" }, ending: self.class.steal(7.0),
                    run: { "placement" => { **TWO_CORES, **UNPINNED } },
                    survey: { "missing" => ["cc"], **others, **self.class.release(nil) })

    assert_equal ["pinning", "other processes", "other processes", "steal", "governor", "compiler and headers", "releases"],
                 found.symptoms.map(&:name)
    assert_equal [50.0, 3.0, 2.0], found.symptoms.filter_map { |one| one.gain&.factor&.round(9) }
  end

  def test_without_a_calibration_no_gain_is_known
    assert_nil checked(files: { "bin/taskset" => nil }, survey: { "calibration" => nil }).symptoms.first.gain
  end

  private

  def checked(**made)
    Cachemark::Report::Doctor::Checks.of(Cachemark::Stats::DoctorResult.of(IllMachine.unmeasured(**made)))
  end
end
