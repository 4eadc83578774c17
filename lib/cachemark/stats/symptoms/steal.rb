# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether the host gives our cores to others.
      module Steal
        NAME = "steal"
        REMEDY = "ask for a dedicated core, or measure at another hour: from here nothing can be done about it"

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          percent = patient.ending.dig("machine", "steal_percent") or return
          text = Notes.steal(patient.ending) or return []

          kind = percent > Judge::Grounds::MOST_STOLEN ? "untrusted" : "blurs"
          [Symptom.new(name: NAME, kind: kind, text: text, remedy: REMEDY)]
        end
      end
    end
  end
end
