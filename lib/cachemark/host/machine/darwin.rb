# frozen_string_literal: true

require "etc"

module Cachemark
  module Host
    class Machine
      # Facts of macOS, as far as sysctl tells them. It has no taskset, so nothing is pinned there.
      class Darwin
        ASK = ->(argv) { IO.popen(argv, err: ::File::NULL, &:read) }

        # `ask` runs an argv and returns what it prints; tests hand in their own.
        def initialize(ask = ASK)
          @ask = ask
        end

        #: () -> Hash[String, Object]
        def facts
          cores = sysctl("hw.logicalcpu")&.to_i || Etc.nprocessors
          { "os" => os, "kernel" => sysctl("kern.osrelease"), "cpu" => sysctl("machdep.cpu.brand_string"), "cores" => cores,
            "allowed_cpus" => (0...cores).to_a, "core_siblings" => nil, "memory_bytes" => sysctl("hw.memsize")&.to_i,
            "governor" => nil, "smt" => nil, "turbo" => nil, "clock_source" => nil, "steal_ticks" => nil, "container" => nil,
            "virtualisation" => sysctl("kern.hv_vmm_present") == "1" ? "virtual" : "none",
            "load" => sysctl("vm.loadavg")&.scan(/\d+[.,]\d+/)&.map { |number| number.tr(",", ".").to_f } }
        end

        private

        def os
          version = say("sw_vers", "-productVersion")
          version && "macOS #{version}"
        end

        def sysctl(name) = say("sysctl", "-n", name)

        def say(*argv)
          text = @ask.call(argv).to_s.strip
          text unless text.empty?
        rescue SystemCallError
          nil
        end
      end
    end
  end
end
