# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether a container's quota can stop us in the middle of a block.
      module Quota
        NAME = "CPU quota"

        #: (Patient) -> Array[Symptom]
        def self.of(patient)
          cpus = patient.machine.dig("container", "cpus")
          allowed = (patient.machine["allowed_cpus"] || []).size
          return [] if cpus.nil? || cpus >= allowed

          text = format("the container may use %g of %d cores: over that it is stopped, for up to 100 ms at a time, " \
                        "and a client looks slow", cpus, allowed)
          [Symptom.new(name: NAME, kind: "blurs", text: text,
                       remedy: "lift the quota (docker: no --cpus), and bind it to cores instead (--cpuset-cpus)")]
        end
      end
    end
  end
end
