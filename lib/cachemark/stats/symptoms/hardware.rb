# frozen_string_literal: true

module Cachemark
  module Stats
    module Symptoms
      # The machine, its kernel and its container.
      module Hardware
        # Kernels need a system call to read these clocks; all others are read without one.
        SLOW_CLOCKS = %w[hpet acpi_pm jiffies pit xen refined-jiffies].freeze
        STEADY_GOVERNOR = "performance"
        # A server of 64 MB, four drivers (the next pair starts while one is measured), cachemark, and a compiler.
        LEAST_MEMORY_BYTES = 512 << 20
        private_constant :SLOW_CLOCKS, :STEADY_GOVERNOR, :LEAST_MEMORY_BYTES

        class << self
          # Whether cachemark itself can stay off the measured core.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]
          def cores(facts)
            return [] if (facts.machine["allowed_cpus"] || []).size > 1

            cores, note = facts.machine["cores"].to_i, facts.placement["note"]
            [Symptom.new(kind: "untrusted", text: note ? Remark.recorded(note) : Remark[:one_core],
                         remedy: cores > 1 ? Remark[:allow_cores, cores: cores] : Remark[:second_core])]
          end

          # Whether processes can be kept on a core.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]
          def pinning(facts)
            return [] unless facts.placement["pinned"] == false

            remedy = if facts.placement["name"] == "unpinned" then :omit_placement
                     else facts.machine["taskset"] ? :allow_affinity : :install_taskset
                     end
            [Symptom.new(kind: "untrusted", text: Notes.placement(facts.placement), remedy: Remark[remedy],
                         gain: facts.gain(Calibration::UNPINNED))]
          end

          # Whether a container's quota can pause a process in the middle of a block.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]
          def quota(facts)
            cpus = facts.machine.dig("container", "cpus")
            allowed = (facts.machine["allowed_cpus"] || []).size
            return [] if cpus.nil? || cpus >= allowed

            [Symptom.new(kind: "blurs", text: Remark[:quota, cpus: cpus, cores: allowed], remedy: Remark[:lift_quota])]
          end

          # Whether a server, drivers and a compiler fit into memory.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def memory(facts)
            container = facts.machine.dig("container", "memory_bytes")
            bytes = [facts.machine["memory_bytes"], container].compact.min or return
            return [] if bytes >= LEAST_MEMORY_BYTES

            [Symptom.new(kind: "lacks", text: Remark[:little_memory, bytes: bytes, container: container == bytes],
                         remedy: Remark[:more_memory, bytes: LEAST_MEMORY_BYTES])]
          end

          # Whether the processor changes its clock rate with the load.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def governor(facts)
            governor = facts.machine["governor"] or return
            return [] if governor == STEADY_GOVERNOR

            [Symptom.new(kind: "blurs", text: Remark[:governor, name: governor],
                         remedy: Remark[:set_governor, name: STEADY_GOVERNOR])]
          end

          # Whether the clock rate depends on heat and on the load of other cores.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def turbo(facts)
            turbo = facts.machine["turbo"]
            return if turbo.nil?

            turbo ? [Symptom.new(kind: "blurs", text: Remark[:turbo], remedy: Remark[:turn_turbo_off])] : []
          end

          # Whether another hyperthread shares the measured core.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def siblings(facts)
            groups = facts.machine["core_siblings"]
            return if groups.nil? || groups.empty?

            measured = facts.measured_cpus
            others = groups.select { |group| group.intersect?(measured) }.flatten - measured
            return [] if others.empty?

            own = (facts.placement["own_cpus"] || []).intersect?(others)
            [Symptom.new(kind: "blurs", text: Remark[:siblings, measured: measured, others: others, own: own],
                         remedy: Remark[:free_siblings])]
          end

          # Whether reading the clock takes a system call, which makes it expensive.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def clock_source(facts)
            source = facts.machine["clock_source"] or return
            return [] unless SLOW_CLOCKS.include?(source)

            [Symptom.new(kind: "blurs", text: Remark[:clock_source, name: source], remedy: Remark[:boot_with_tsc])]
          end
        end
      end
    end
  end
end
