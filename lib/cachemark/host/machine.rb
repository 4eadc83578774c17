# frozen_string_literal: true

require "digest"
require "etc"
require "json"

module Cachemark
  module Host
    # The facts of this machine that can affect a figure. They do not identify the machine or its owner. An unknown fact is
    # nil, never a guess.
    class Machine
      # The facts, besides the memory, that a time depends on.
      COMPARABLE = %w[cpu cores architecture os kernel virtualisation container smt turbo governor clock_source].freeze
      private_constant :COMPARABLE

      # String keys, as in the record.
      #: (?root: String, ?path: String) -> Hash[String, Object]
      def self.facts(root: "/", path: ENV.fetch("PATH", ""), system: RbConfig::CONFIG["host_os"])
        facts = system.include?("darwin") ? Darwin.new.facts : Linux.new(root).facts
        facts = facts.merge("architecture" => RbConfig::CONFIG["host_cpu"])
        facts.merge("taskset" => taskset(path), "identity" => identity(facts))
      end

      # Equal for machines whose records can be compared.
      def self.identity(facts)
        memory_gib = facts["memory_bytes"] && (facts["memory_bytes"] / (1 << 30).to_f).round
        Digest::SHA256.hexdigest(JSON.generate([*facts.values_at(*COMPARABLE), memory_gib]))[0, 16]
      end

      # The bytes of a process that are in memory now; nil if it has ended, or if the system does not tell.
      #: (Integer, ?proc: String) -> Integer?
      def self.resident_bytes(pid, proc: "/proc")
        kilobytes = ::File.read("#{proc}/#{pid}/status")[/^VmRSS:\s+(\d+) kB$/, 1]
        kilobytes && (Integer(kilobytes) * 1024)
      rescue SystemCallError
        nil
      end

      def self.taskset(path)
        path.split(::File::PATH_SEPARATOR).any? { |folder| ::File.executable?(::File.join(folder, "taskset")) }
      end
      private_class_method :identity, :taskset

      # Facts of macOS, from sysctl. It has no taskset, so nothing is pinned there.
      class Darwin
        ASK = ->(argv) { IO.popen({ Access::PASSWORD_VARIABLE => nil }, argv, err: ::File::NULL, &:read) }

        # `ask` runs an argv and returns its output; tests pass their own.
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
