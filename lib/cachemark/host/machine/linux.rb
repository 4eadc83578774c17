# frozen_string_literal: true

require "etc"

module Cachemark
  module Host
    class Machine
      # Facts from /proc, /sys and /etc.
      class Linux
        CPU = "sys/devices/system/cpu"

        # "0-2,5" -> [0, 1, 2, 5]
        #
        #: (String?) -> Array[Integer]
        def self.cpus(list)
          list.to_s.split(",").flat_map do |part|
            first, last = part.split("-").map { |number| Integer(number, 10) }
            (first..(last || first)).to_a
          end
        end

        #: (String) -> void
        def initialize(root)
          @root = root
          @tree = Tree.new(root)
        end

        #: () -> Hash[String, Object]
        def facts = system.merge(processor).merge(state)

        private

        def system
          { "os" => @tree.find("etc/os-release", /^PRETTY_NAME="?([^"\n]+)/), "kernel" => @tree.read("proc/sys/kernel/osrelease"),
            "virtualisation" => Virtualisation.new(@tree).name, "container" => Container.new(@tree).facts,
            "memory_bytes" => @tree.find("proc/meminfo", /^MemTotal:\s+(\d+) kB/)&.to_i&.*(1024) }
        end

        def processor
          { "cpu" => cpu, "cores" => cores, "allowed_cpus" => allowed_cpus, "core_siblings" => core_siblings,
            "smt" => on?("#{CPU}/smt/active"), "turbo" => turbo,
            "governor" => @tree.read("#{CPU}/cpu0/cpufreq/scaling_governor") }
        end

        def state
          { "clock_source" => @tree.read("sys/devices/system/clocksource/clocksource0/current_clocksource"),
            "load" => @tree.read("proc/loadavg")&.split&.first(3)&.map(&:to_f),
            "steal_ticks" => StealTime.new(root: @root).sample&.steal_ticks }
        end

        # ARM has no model name; the name of the board, or the part number, is the best substitute.
        def cpu
          words = ["model name", "Model", "Hardware", "CPU part"]
          words.filter_map { |word| @tree.find("proc/cpuinfo", /^#{word}\s*:\s*(.+)$/) }.first
        end

        def cores
          online = self.class.cpus(@tree.read("#{CPU}/online")).size
          online.positive? ? online : Etc.nprocessors
        end

        def allowed_cpus
          allowed = self.class.cpus(@tree.find("proc/self/status", /^Cpus_allowed_list:\s*(\S+)/))
          allowed.any? ? allowed : (0...cores).to_a
        end

        # Which hyperthreads share a core: [[0, 1], [2, 3]].
        def core_siblings
          @tree.glob("#{CPU}/cpu[0-9]*/topology/thread_siblings_list").map { |path| self.class.cpus(@tree.read(path)) }.uniq.sort
        end

        def turbo
          intel = on?("#{CPU}/intel_pstate/no_turbo")
          intel.nil? ? on?("#{CPU}/cpufreq/boost") : !intel
        end

        def on?(path)
          text = @tree.read(path)
          text && text == "1"
        end

        # The limits of the control group of this process. A quota throttles in bursts of 100 ms, and looks like a slow
        # client.
        class Container
          V2 = "sys/fs/cgroup"
          V1 = "sys/fs/cgroup/cpu"
          # cgroup v1 writes "no limit" as a number near 2**63.
          UNLIMITED = 1 << 60

          #: (Tree) -> void
          def initialize(tree)
            @tree = tree
          end

          # {"kind" => "docker", "cpus" => 1.5, "memory_bytes" => 1073741824}, or nil without limits.
          #
          #: () -> Hash[String, Object]?
          def facts
            found = { "kind" => kind, "cpus" => cpus, "memory_bytes" => memory_bytes }.compact
            found unless found.empty?
          end

          private

          def kind
            return "docker" if @tree.exist?(".dockerenv")
            return "podman" if @tree.exist?("run/.containerenv")

            @tree.read("run/systemd/container")
          end

          # The lowest limit of the group and those above it.
          def cpus = quotas.min

          def quotas
            modern = groups(V2, "").filter_map { |group| @tree.find("#{group}/cpu.max", /\A(\d+ \d+)/)&.split }
            old = groups(V1, "cpu").filter_map do |group|
              pair = %w[cpu.cfs_quota_us cpu.cfs_period_us].map { |file| @tree.read("#{group}/#{file}") }
              pair if pair.all? && pair.first.to_i.positive?
            end
            (modern + old).map { |quota, period| (quota.to_f / period.to_i).round(2) }
          end

          def memory_bytes
            modern = groups(V2, "").map { |group| @tree.read("#{group}/memory.max") }
            old = groups("sys/fs/cgroup/memory", "memory").map { |group| @tree.read("#{group}/memory.limit_in_bytes") }
            (modern + old).grep(/\A\d+\z/).map(&:to_i).reject { |limit| limit > UNLIMITED }.min
          end

          # The group's folder and its parents, from /proc/self/cgroup.
          def groups(mount, controller)
            own = @tree.find("proc/self/cgroup", /^\d+:(?:[^:]*,)?#{controller}(?:,[^:]*)?:(.*)$/) || "/"
            parts = own.split("/").reject(&:empty?)
            (0..parts.size).map { |depth| [mount, *parts.first(depth)].join("/") }
          end
        end

        # Whether a hypervisor runs this machine, and which.
        class Virtualisation
          VENDORS = { "QEMU" => "KVM", "KVM" => "KVM", "Google" => "KVM (Google)", "Amazon EC2" => "KVM (Amazon)",
                      "VMware" => "VMware", "VirtualBox" => "VirtualBox", "innotek" => "VirtualBox", "Xen" => "Xen",
                      "Microsoft Corporation" => "Hyper-V", "Parallels" => "Parallels" }.freeze

          #: (Tree) -> void
          def initialize(tree)
            @tree = tree
          end

          # "KVM", "virtual" for an unknown hypervisor, "none" on bare metal.
          #: () -> String
          def name
            return "none" unless hypervisor?

            @tree.read("sys/hypervisor/type")&.capitalize || vendor || "virtual"
          end

          private

          # A machine made by Microsoft need not be a Hyper-V guest. Without the processor's flag, only a type file counts.
          def hypervisor?
            @tree.exist?("sys/hypervisor/type") || @tree.find("proc/cpuinfo", /^flags\s*:.*\b(hypervisor)\b/)
          end

          def vendor
            said = %w[sys_vendor product_name].filter_map { |file| @tree.read("sys/class/dmi/id/#{file}") }.join(" ")
            VENDORS.find { |word, _| said.include?(word) }&.last
          end
        end

        # Small files below a root folder: "/" or, in tests, a fixture.
        class Tree
          def initialize(root)
            @root = root
          end

          # The file's text without surrounding blanks; nil if it cannot be read or is empty.
          #: (String) -> String?
          def read(path)
            text = ::File.read(::File.join(@root, path)).scrub("?").strip
            text unless text.empty?
          rescue SystemCallError
            nil
          end

          # The first group of a pattern, or nil.
          #
          #: (String, Regexp) -> String?
          def find(path, pattern) = read(path)&.[](pattern, 1)

          def exist?(path) = ::File.exist?(::File.join(@root, path))

          # Paths below the root, as `read` takes them.
          def glob(pattern) = Dir.glob(pattern, base: @root).sort
        end
      end
    end
  end
end
