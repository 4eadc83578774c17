# frozen_string_literal: true

require "json"

# Machines that are made ill on purpose: a folder with files of /proc and /sys, and the survey of a record, as the checks of
# Report::Doctor see them. Without arguments it is well.
module IllMachine
  CPU = "sys/devices/system/cpu"
  WELL = {
    "etc/os-release" => "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n", "proc/loadavg" => "0.10 0.10 0.10 1/100 1\n",
    "proc/cpuinfo" => "model name : AMD EPYC\nflags : fpu\n", "proc/meminfo" => "MemTotal:  8388608 kB\n",
    "proc/self/status" => "Cpus_allowed_list:\t0-3\n", "#{CPU}/online" => "0-3\n", "#{CPU}/smt/active" => "0\n",
    "#{CPU}/cpu0/cpufreq/scaling_governor" => "performance\n", "#{CPU}/intel_pstate/no_turbo" => "1\n",
    **(0..3).to_h { |cpu| ["#{CPU}/cpu#{cpu}/topology/thread_siblings_list", "#{cpu}\n"] },
    "sys/devices/system/clocksource/clocksource0/current_clocksource" => "tsc\n", "bin/taskset" => "#!/bin/sh\n"
  }.freeze
  ROOM = { "free_bytes" => 50 << 30, "writable" => true }.freeze
  SURVEY = { "memcached" => { "version" => "1.6.18", "how" => "apt-get install memcached" }, "missing" => [], "debian" => true,
             "disks" => { "cache" => ROOM, "state" => ROOM },
             "runtimes" => [{ "language" => "ruby", "version" => "3.1.2", "path" => "/usr/bin/ruby" }],
             "other_processes" => { "seconds" => 20.0, "named" => [], "unnamed" => 0.01 },
             "releases" => { "newer" => [], "why" => nil, "measured_at" => "2026-11-22T10:00:00Z" },
             "calibration" => { "cpu" => "AMD EPYC", "cores" => 2, "on" => "2026-11-22",
                                "sees" => { "the same code" => 0.01, "the same code, unpinned" => 0.5,
                                            "the same code, another process on the same core" => 0.03,
                                            "the same code, another process on the other core" => 0.02 },
                                "runs" => Hash.new(3) } }.freeze
  # A machine with symptoms of all kinds.
  ILL = { files: { "bin/taskset" => nil, "#{CPU}/cpu0/cpufreq/scaling_governor" => nil },
          survey: { "missing" => ["cc"],
                    "other_processes" => { "seconds" => 20.0, "unnamed" => 0.0, "named" =>
                                           [{ "pid" => 812, "name" => "<b>`cc1`", "share" => 0.97, "cpus" => [2] }] },
                    "releases" => { "newer" => [{ "client" => "dalli", "version" => "4.3.10", "newest" => "5.0.1",
                                                  "requires" => nil }], "why" => nil, "measured_at" => nil } } }.freeze
  TWINS = { contenders: %w[ruby/socket ruby/socket#2], scenarios: ["client/get"], command: "doctor", pairs: 30,
            noise_pairs: 10, ending: { "outcome" => "complete", "machine" => { "steal_percent" => 0.0 } } }.freeze

  class << self
    # The facts that Host::Machine reads of these files; nil takes one away.
    #: (?Hash[String, String?]) -> Hash
    def machine(files = {})
      FolderTree.open(WELL.merge(files).compact) do |root|
        File.chmod(0o755, "#{root}/bin/taskset") if File.exist?("#{root}/bin/taskset")
        Cachemark::Host::Machine.facts(root: root, path: "#{root}/bin", system: "linux-gnu")
      end
    end

    # The record of a `doctor` on such a machine, or on one with these facts; `made` as MadeComparison takes it,
    # `survey` changes the survey.
    #: (?files: Hash, ?facts: Hash, ?survey: Hash, **Object) -> Cachemark::Record
    def record(files: {}, facts: machine(files), survey: {}, **made)
      placement = plain(Cachemark::Host::Placement.choose("one-core", facts).to_h)
      run = { "machine" => facts, "placement" => placement, "calibration" => nil, **made.delete(:run).to_h }
      lines = MadeComparison.lines(**TWINS, **made, run: run).map { |line| slowed(line) }
      Cachemark::Record.from_lines([*lines, { **Line["survey"], **SURVEY, **survey }])
    end

    # The same without measurements, which is faster.
    def unmeasured(survey: {}, **made)
      record(pairs: 0, noise_pairs: 0, survey: { "unmeasured" => {}, **survey }, **made)
    end

    #: (**Object) -> Cachemark::Stats::DoctorResult
    def result(**made) = Cachemark::Report::Sentences.in(Cachemark::Stats::DoctorResult.of(record(**made)))

    private

    # Few pairs in a minute are quickly drawn.
    def slowed(line) = line["of"] == "pair" ? line.merge("at_s" => line["at_s"] * 4) : line

    def plain(value) = JSON.parse(JSON.generate(value))
  end
end
