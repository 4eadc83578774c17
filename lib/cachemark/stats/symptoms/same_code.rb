# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether the same code came out the same: where it did not, no verdict means anything.
      module SameCode
        NAME = "A/A"

        class << self
          # Too few pairs say nothing either way.
          #
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            return [moved(patient.verdict.reason)] if patient.verdict&.verdict == "invalid"

            sight = patient.sight or return
            return [] unless sight.moved?

            [moved(format("the same code against itself differed by %+.1f %%", sight.effect * 100))]
          end

          private

          def moved(text)
            Symptom.new(name: NAME, kind: "untrusted", text: text,
                        remedy: "run it again; where it comes back, something favours one process over another")
          end
        end
      end
    end
  end
end
