# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether the machine had much to do in the minute before.
      module Load
        NAME = "load"

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          return unless patient.machine["load"]

          text = Notes.busy(patient.machine) or return []
          [Symptom.new(name: NAME, kind: "blurs", text: text, remedy: "wait until nothing else runs, and measure again")]
        end
      end
    end
  end
end
