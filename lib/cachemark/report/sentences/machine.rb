# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Problems of a machine, how to fix them, and the gain from doing so.
      module Machine
        # The environment variable that moves a folder.
        MOVED_BY = { "cache" => "XDG_CACHE_HOME", "state" => "XDG_STATE_HOME" }.freeze
        private_constant :MOVED_BY

        class << self
          def one_core = "server, drivers and cachemark share one core"
          def allow_cores(cores:) = "allow at least two of its #{cores} cores: taskset, the cpuset of the container"
          def second_core = "add a second core: on one core, cachemark's own work is measured too"

          def omit_placement = "remove --placement"
          def allow_affinity = "allow sched_setaffinity: a container's seccomp profile may forbid it"
          def install_taskset = "install taskset (apt-get install util-linux); macOS has none: measure in a Linux there"

          def quota(cpus:, cores:)
            format("the container may use %g of %d cores: over that it is stopped for up to 100 ms at a time, " \
                   "and a client looks slow", cpus, cores)
          end

          def lift_quota = "lift the quota (docker: no --cpus), and bind the container to cores instead (--cpuset-cpus)"

          def little_memory(bytes:, container:)
            "#{container ? "the container" : "this machine"} has #{megabytes(bytes)} of memory: processes may be killed, or " \
              "swapped out while they are timed"
          end

          def more_memory(bytes:) = "provide #{megabytes(bytes)} or more"
          def governor(name:) = "the governor is #{name}: the clock of a core follows its load"
          def set_governor(name:) = "as root: cpupower frequency-set -g #{name}"
          def turbo = "turbo is on: the clock depends on heat and on what other cores do"

          def turn_turbo_off
            "as root, write 1 into /sys/devices/system/cpu/intel_pstate/no_turbo, " \
              "or if that does not exist 0 into /sys/devices/system/cpu/cpufreq/boost"
          end

          def siblings(measured:, others:, own:)
            "core #{measured.join(", ")}, which is measured on, shares its execution units with core " \
              "#{others.join(", ")}#{", where cachemark itself runs" if own}"
          end

          def free_siblings
            "keep the other one free, or as root write off into /sys/devices/system/cpu/smt/control"
          end

          def clock_source(name:) = "the clock source is #{name}: each reading is a system call"

          def boot_with_tsc
            "boot with clocksource=tsc if the processor's counter is steady; until then avoid --latencies and --rate"
          end

          def could_not_measure(reason:) = "nothing could be measured: #{reason}"
          def fix_and_repeat = "fix that, and run the command again"
          def too_little_measured(reason:) = "there are too few measurements for an answer: #{Sentences.of(reason)}"
          def measure_longer = "measure longer: cachemark doctor --for 60s"
          def same_code_differed(effect:) = format("the A/A check differed by %+.1f %%", effect * 100)
          def run_again = "run it again; if it happens again, something favours one process over another"
          def dedicated_core = "request a dedicated core, or measure at another time: nothing on this machine can change it"

          def busy_processes(cpus:, named:, more:)
            where = if cpus.empty? then "another core is busy with"
                    elsif cpus.one? then "core #{cpus.first}, which is measured on, is shared with"
                    else "cores #{cpus.join(", ")}, which are measured on, are shared with"
                    end
            names = named.map { |one| format("%s (pid %d): %.0f %%", *one.values_at(:name, :pid), one[:share] * 100) }
            "#{where} #{names.join(", ")}#{" and #{more} more" if more.positive?}"
          end

          def move_processes = "end what need not run, or move it to another core: taskset -cp CORES PID"

          def unseen_processes(share:)
            format("processes that came and went, or that are invisible from here, took %.0f %% of a core", share * 100)
          end

          def run_nothing_else = "run nothing else meanwhile: no tests, builds or other containers"
          def wait_until_idle = "wait until nothing else runs, and measure again"

          def no_memcached = "memcached is not installed: there is nothing to measure with"
          def old_memcached(version:) = "memcached #{version} does not know the meta protocol"
          def newer_memcached(version:) = "install memcached #{version} or newer: clients that need it can then be measured"

          def missing_tools(names:)
            "not installed: #{names.join(", ")}; clients that are built from source may be unavailable"
          end

          def install_packages(names:) = "apt-get install --no-install-recommends #{names.join(" ")}"

          def no_runtime(language:)
            "this machine has no #{language}, and no Debian packages that could be unpacked: #{language} clients are unavailable"
          end

          def install_runtime(language:, option:) = "install #{language} with its clients, and name it: #{option}=PATH"
          def unwritable_folder(folder:) = "the #{folder} folder is not writable"

          def little_disk(folder:, free:, least:)
            "#{megabytes(free)} are free for the #{folder} folder, which may need #{megabytes(least)}"
          end

          def move_folder(folder:)
            empty = "cachemark env prune --unused-for 24h empties it; " if folder == "cache"
            "#{empty}#{MOVED_BY.fetch(folder)} moves it to another disk"
          end

          def newer_release(client:, version:, newest:) = "#{client} #{newest} is out; #{version} was measured last"

          # `path` is a runtime that the newer release runs on. If there is none, `needs` describes what it requires.
          def compare_releases(client:, version:, newest:, option: nil, path: nil, needs: nil)
            own = (["--#{option}", path] if path)
            command = CommandLine.of(["compare", "#{client}@#{version}", "#{client}@#{newest}", *own])
            return command unless needs

            "#{command} --#{option} PATH. It needs #{needs[:language]} #{needs[:requires]}, which is not installed: " \
              "cachemark env runtime NAME builds one, and without NAME lists what it can build"
          end

          # The gain that a calibration measured, with its machine.
          def gain(on:, cpu:, cores:, condition:, with:, without:, runs_with:, runs_without:)
            format("the calibration of %s (%s, %d cores) detected %.1f %% over seven scenarios in a minute %s, %.1f %% " \
                   "otherwise (medians of %d and %d runs)", on, cpu, cores, with * 100,
                   condition.start_with?("a") ? "with #{condition}" : condition, without * 100, runs_with, runs_without)
          end

          def power(alarms:, found:)
            slowdown = found && format("a slowdown of %.2f %% in one cell found in %d of %d runs of a minute",
                                   found[:injected] * 100, found[:hits], found[:count])
            [alarms && false_alarms(**alarms), slowdown].compact.join(", ")
          end

          private

          def false_alarms(hits:, count:, verdicts:, detectable:)
            judged = (%w[same unresolved invalid] | verdicts.keys).map { |verdict| "#{verdicts.fetch(verdict, 0)} #{verdict}" }
            "#{hits} false alarms of a gate in #{count} cells of the same code (#{judged.join(", ")}" \
              "#{"; seven scenarios in a minute detect #{Figures.percent(detectable)}" if detectable})"
          end

          def megabytes(bytes) = "#{bytes >> 20} MB"
        end
      end
    end
  end
end
