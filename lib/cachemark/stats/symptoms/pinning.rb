# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether processes can be kept on a core.
      module Pinning
        NAME = "pinning"

        class << self
          #: (Patient) -> Array[Symptom]
          def of(patient)
            return [] unless patient.placement["pinned"] == false

            [Symptom.new(name: NAME, kind: "untrusted", text: Notes.placement(patient.placement), remedy: remedy(patient),
                         gain: patient.gain("unpinned"))]
          end

          private

          def remedy(patient)
            return "leave --placement out" if patient.placement["name"] == "unpinned"
            return "allow sched_setaffinity: a container's seccomp profile may forbid it" if patient.machine["taskset"]

            "install taskset (apt-get install util-linux); macOS has none: measure in a Linux there"
          end
        end
      end
    end
  end
end
