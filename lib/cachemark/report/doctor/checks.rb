# frozen_string_literal: true

module Cachemark
  module Report
    module Doctor
      # The checks of a machine: what each of them looks at, when that is a symptom, and what to do about it. A new check is a
      # new entry.
      #
      #   check "turbo", ->(result) { result.machine["turbo"] } do |turbo|
      #     blurs "turbo is on", "switch it off" if turbo
      #   end
      #
      # The function takes a Stats::DoctorResult and returns the facts, nil if they are unknown here. The block takes the facts
      # and the result. It returns a symptom, several, or nothing if all is well. A symptom is a call of its kind (KINDS) with
      # the finding, the remedy, and the gain from it. Without a text there is no symptom.
      module Checks
        # One thing that keeps a machine from measuring well. `name` is that of its check. `gain` is a Calibration::Gain or nil.
        Symptom = Value.define(:kind, :text, :remedy, name: nil, gain: nil)

        # The results of all checks: the symptoms, the most harmful first, and the names of the checks without a symptom and of
        # those without an answer.
        Checked = Value.define(:symptoms, :fine, :unknown) do
          # The symptom that makes all figures worthless, or nil.
          def untrusted = symptoms.find { |symptom| symptom.kind == "untrusted" }
        end

        @entries = {}

        class << self
          #: (Stats::DoctorResult) -> Checked
          def of(result)
            found = @entries.to_h { |name, (looks_at, finds)| [name, symptoms(name, looks_at.call(result), finds, result)] }
            symptoms = found.values.compact.flatten.sort_by.with_index do |symptom, at|
              [KINDS.keys.index(symptom.kind), -(symptom.gain&.factor || 1.0), at]
            end
            Checked.new(symptoms: symptoms, fine: found.select { |_, own| own&.empty? }.keys,
                        unknown: found.select { |_, own| own.nil? }.keys)
          end

          private

          def check(name, looks_at, &finds) = @entries[name] = [looks_at, finds]

          def symptoms(name, facts, finds, result)
            [finds.call(facts, result)].flatten.compact.map { |symptom| symptom.with(name: name) } unless facts.nil?
          end

          KINDS.each_key do |kind|
            define_method(kind) do |text, remedy, gain: nil|
              Symptom.new(kind: kind, text: Sentences.of(text), remedy: remedy, gain: Sentences.in(gain)) if text
            end
          end

          # Nothing to look at is unknown.
          def some(facts) = (facts unless facts.nil? || facts.empty?)

          def megabytes(bytes) = "#{bytes >> 20} MB"

          def memory(machine)
            { "the container" => machine.dig("container", "memory_bytes"), "this machine" => machine["memory_bytes"] }
          end

          # Without the disks whose free space df does not report.
          def known(disks) = disks.select { |_, disk| disk["free_bytes"] || !disk["writable"] }

          # `where` says which core they keep busy.
          def busy(where, processes, gain)
            return if processes.empty?

            named = processes.first(MOST_NAMED).map do |process|
              format("%s (pid %d): %.0f %%", process["name"], process["pid"], process["share"] * 100)
            end
            more = " and #{processes.size - MOST_NAMED} more" if processes.size > MOST_NAMED
            blurs "#{where} #{named.join(", ")}#{more}",
                  "end what need not run, or move it to another core: taskset -cp CORES PID", gain: gain
          end

          # The command that compares two releases of a client, on a runtime that the newer one runs on. The first runtime is
          # Cachemark's own.
          def comparison(release, runtimes)
            language, requires = Vocabulary::Language.own, release["requires"]
            words = ["compare", *release.values_at("version", "newest").map { |version| "#{release["client"]}@#{version}" }]
            own = runtimes.select { |runtime| runtime["language"] == language.name }
            able = own.find { |runtime| requires.nil? || meets?(runtime, requires) }
            return CommandLine.of(words) if able == own.first
            return CommandLine.of([*words, "--with", "#{language.option}=#{able["path"]}"]) if able

            "#{CommandLine.of(words)} --with #{language.option}=PATH. It needs #{language.title} #{requires}, which is not " \
              "installed: cachemark env runtime NAME builds one, and without NAME lists what it can build"
          end

          def meets?(runtime, requires)
            Gem::Requirement.new(requires.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(runtime["version"]))
          end
        end

        # The first memcached release with the meta commands of today; some clients speak nothing else.
        META = "1.6.0"
        check "memcached", ->(result) { result.survey["memcached"] } do |memcached|
          version = memcached["version"]
          next untrusted("memcached is not installed: there is nothing to measure with", memcached["how"]) unless version

          known = version[/\A\d+(?:\.\d+)+/]
          next unless known && Gem::Version.new(known) < Gem::Version.new(META)

          lacks "memcached #{version} does not know the meta protocol",
                "install memcached #{META} or newer: clients that need it can then be measured"
        end

        # Whether cachemark itself can stay off the measured core.
        check "cores", ->(result) { result.machine["allowed_cpus"] || [] } do |allowed, result|
          next if allowed.size > 1

          cores = result.machine["cores"].to_i
          remedy = if cores > 1 then "allow at least two of its #{cores} cores: taskset, the cpuset of the container"
                   else "add a second core: on one core, cachemark's own work is measured too"
                   end
          untrusted result.placement["note"] || "server, drivers and cachemark share one core", remedy
        end

        check "pinning", ->(result) { result.placement } do |placement, result|
          next unless placement["pinned"] == false

          remedy = if placement["name"] == "unpinned" then "remove placement=unpinned"
                   elsif result.machine["taskset"] then "allow sched_setaffinity: a container's seccomp profile may forbid it"
                   else "install taskset (apt-get install util-linux); macOS has none: measure in a Linux there"
                   end
          untrusted Stats::Notes.placement(placement), remedy, gain: result.gain(Stats::Calibration::UNPINNED)
        end

        # Unknown if the user did not want a measurement, or if memcached is missing.
        check "measuring", ->(result) { result unless result.survey["unmeasured"] == {} } do |result|
          cause, try = result.survey["unmeasured"]&.values_at("reason", "try")
          next untrusted("nothing could be measured: #{cause}", try || "fix that, and run the command again") if cause
          next if result.detectability || result.invalid

          reason = Sentences.of(result.verdict&.reason || Stats::Remark[:no_pairs])
          untrusted "there are too few measurements for an answer: #{reason}", "measure longer: cachemark doctor --for 60s"
        end

        # Whether the same code took the same time: if not, no verdict can be trusted.
        check "A/A", ->(result) { result.invalid || result.detectability } do |found, result|
          text = if result.invalid then found.reason
                 elsif found.moved? then format("the A/A check differed by %+.1f %%", found.effect * 100)
                 end
          untrusted text, "run it again; if it happens again, something favours one process over another"
        end

        # Whether the host gives our cores to others.
        check "steal", ->(result) { result.ending.dig("machine", "steal_percent") } do |_percent, result|
          blurs Stats::Notes.steal(result.ending),
                "request a dedicated core, or measure at another time: nothing on this machine can change it"
        end

        # The share of a core from which a process is reported, and how many processes are named.
        LEAST_SHARE = 0.05
        MOST_NAMED = 5
        check "other processes", ->(result) { result.survey["other_processes"] } do |seen, result|
          cpus, unseen = result.measured_cpus, seen["unnamed"]
          here = if cpus.one? then "core #{cpus.first}, which is measured on, is shared with"
                 else "cores #{cpus.join(", ")}, which are measured on, are shared with"
                 end
          named = seen["named"].select { |process| process["share"] >= LEAST_SHARE }
          same_core, other_cores = named.partition { |process| process["cpus"].intersect?(cpus) }
          text = format("processes that came and went, or that are invisible from here, took %.0f %% of a core", unseen * 100)
          [busy(here, same_core, result.gain(Stats::Calibration::PROCESS_ON_SAME_CORE)),
           busy("another core is busy with", other_cores, result.gain(Stats::Calibration::PROCESS_ON_OTHER_CORE)),
           (blurs text, "run nothing else meanwhile: no tests, builds or other containers" if unseen >= LEAST_SHARE)]
        end

        # Whether the machine was busy in the minute before the measurement.
        check "load", ->(result) { result.machine["load"] } do |_load, result|
          blurs Stats::Notes.busy(result.machine), "wait until nothing else runs, and measure again"
        end

        # Whether a container's quota can pause a process in the middle of a block.
        check "CPU quota", ->(result) { result.machine.dig("container", "cpus") || Float::INFINITY } do |cpus, result|
          allowed = (result.machine["allowed_cpus"] || []).size
          next if cpus >= allowed

          blurs format("the container may use %g of %d cores: over that it is stopped for up to 100 ms at a time, " \
                       "and a client looks slow", cpus, allowed),
                "lift the quota (docker: no --cpus), and bind the container to cores instead (--cpuset-cpus)"
        end

        # A server of 64 MB, four drivers (the next pair starts while one is measured), cachemark, and a compiler.
        LEAST_MEMORY_BYTES = 512 << 20
        check "memory", ->(result) { memory(result.machine).compact.min_by(&:last) } do |(owner, bytes)|
          next if bytes >= LEAST_MEMORY_BYTES

          lacks "#{owner} has #{megabytes(bytes)} of memory: processes may be killed, or swapped out while they are timed",
                "provide #{megabytes(LEAST_MEMORY_BYTES)} or more"
        end

        check "governor", ->(result) { result.machine["governor"] } do |governor|
          next if governor == "performance"

          blurs "the governor is #{governor}: the clock of a core follows its load",
                "as root: cpupower frequency-set -g performance"
        end

        check "turbo", ->(result) { result.machine["turbo"] } do |turbo|
          next unless turbo

          blurs "turbo is on: the clock depends on heat and on what other cores do",
                "as root, write 1 into /sys/devices/system/cpu/intel_pstate/no_turbo, " \
                "or if that does not exist 0 into /sys/devices/system/cpu/cpufreq/boost"
        end

        # Whether another hyperthread shares the measured core.
        check "SMT", ->(result) { some(result.machine["core_siblings"]) } do |groups, result|
          cpus = result.measured_cpus
          others = groups.select { |group| group.intersect?(cpus) }.flatten - cpus
          next if others.empty?

          own = ", where cachemark itself runs" if (result.placement["own_cpus"] || []).intersect?(others)
          blurs "core #{cpus.join(", ")}, which is measured on, shares its execution units with core " \
                "#{others.join(", ")}#{own}",
                "keep the other one free, or as root write off into /sys/devices/system/cpu/smt/control"
        end

        # Kernels need a system call to read these clocks; all others are read without one.
        SLOW_CLOCKS = %w[hpet acpi_pm jiffies pit xen refined-jiffies].freeze
        check "clock source", ->(result) { result.machine["clock_source"] } do |source|
          next unless SLOW_CLOCKS.include?(source)

          blurs "the clock source is #{source}: each reading is a system call",
                "boot with clocksource=tsc if the processor's counter is steady; until then avoid --metric latencies and --rate"
        end

        # Debian's package of each program and header.
        PACKAGES = { "cc" => "gcc", "c++" => "g++", "ruby.h" => "ruby-dev", "stdlib.h" => "libc6-dev",
                     "sasl/sasl.h" => "libsasl2-dev", "zlib.h" => "zlib1g-dev" }.freeze
        check "compiler and headers", ->(result) { result.survey["missing"] } do |missing|
          next if missing.empty?

          lacks "not installed: #{missing.join(", ")}; clients that are built from source may be unavailable",
                "apt-get install --no-install-recommends #{missing.map { |name| PACKAGES.fetch(name, name) }.join(" ")}"
        end

        # Whether each language has a runtime, or a way to get one. Cachemark's own is always installed.
        check "runtimes", ->(result) { result.survey["runtimes"] } do |runtimes, result|
          next if result.survey["debian"]

          others = Vocabulary::Language.all.values.select { |language| language.search && !language.own }
          missing = others.reject { |language| runtimes.any? { |runtime| runtime["language"] == language.name } }
          next if missing.empty?

          titles = Vocabulary.list(missing.map(&:title))
          lacks "this machine has no #{titles}, and no Debian packages that could be unpacked: #{titles} clients are unavailable",
                "install one with its clients, and name it: #{missing.map { |language| "#{language.option}=PATH" }.join(", ")}"
        end

        # The environments of all Ruby and Python clients took 650 MB (2026-11-22); a record of an hour has tens of MB.
        LEAST_BYTES = { "cache" => 1 << 30, "state" => 200 << 20 }.freeze
        MOVED_BY = { "cache" => "cachemark env prune --unused-for 24h empties it; XDG_CACHE_HOME",
                     "state" => "XDG_STATE_HOME" }.freeze
        check "disk", ->(result) { some(known(result.survey["disks"] || {})) } do |disks|
          disks.map do |folder, disk|
            free, least = disk["free_bytes"], LEAST_BYTES.fetch(folder)
            text = if !disk["writable"] then "the #{folder} folder is not writable"
                   elsif free < least
                     "#{megabytes(free)} are free for the #{folder} folder, which may need #{megabytes(least)}"
                   end
            lacks text, "#{MOVED_BY.fetch(folder)} moves it to another disk"
          end
        end

        # Newer releases than those measured last. Unknown if nothing was measured yet, or if the source was not asked.
        check "releases", ->(result) { result.survey.dig("releases", "newer") } do |newer, result|
          newer.map do |release|
            outdated "#{release["client"]} #{release["newest"]} is out; #{release["version"]} was measured last",
                     comparison(release, result.survey["runtimes"] || [])
          end
        end
        private_constant :META, :LEAST_SHARE, :MOST_NAMED, :LEAST_MEMORY_BYTES, :SLOW_CLOCKS, :PACKAGES, :LEAST_BYTES, :MOVED_BY
      end
    end
  end
end
