# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether cachemark itself can keep off the core that is measured on.
      module Cores
        NAME = "cores"

        class << self
          #: (Patient) -> Array[Symptom]
          def of(patient)
            allowed = patient.machine["allowed_cpus"] || []
            return [] if allowed.size > 1

            [Symptom.new(name: NAME, kind: "untrusted", remedy: remedy(patient.machine),
                         text: patient.placement["note"] || "server, drivers and cachemark share one core")]
          end

          private

          def remedy(machine)
            return "allow at least two of its #{machine["cores"]} cores: taskset, the cpuset of the container" if many?(machine)

            "give it a second core: what cachemark does meanwhile would otherwise be measured too"
          end

          def many?(machine) = machine["cores"].to_i > 1
        end
      end
    end
  end
end
