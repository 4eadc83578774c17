# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether the processor changes its clock with the load.
      module Governor
        NAME = "governor"
        STEADY = "performance"

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          governor = patient.machine["governor"] or return
          return [] if governor == STEADY

          [Symptom.new(name: NAME, kind: "blurs", text: "the governor is #{governor}: the clock of a core follows its load",
                       remedy: "as root: cpupower frequency-set -g #{STEADY}")]
        end
      end
    end
  end
end
