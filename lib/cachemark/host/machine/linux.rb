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
            "steal_ticks" => Steal.new(root: @root).sample&.steal_ticks }
        end

        # ARM has no model name; the board's, or the part number, is the next best.
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
      end
    end
  end
end
