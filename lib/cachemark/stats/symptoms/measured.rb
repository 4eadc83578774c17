# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether pairs of the same code were measured, and enough of them.
      module Measured
        NAME = "measuring"

        class << self
          # Nothing is known where it was not wanted, or where memcached is not here, which another rule tells.
          #
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            unmeasured = patient.survey["unmeasured"]
            return [failed(unmeasured)] if unmeasured&.key?("reason")
            return if unmeasured

            patient.sight || patient.verdict&.verdict == "invalid" ? [] : [few(patient.verdict)]
          end

          private

          def failed(why)
            told, remedy = why.values_at("reason", "try")
            Symptom.new(name: NAME, kind: "untrusted", text: "nothing could be measured: #{told}",
                        remedy: remedy || "mend that, and run the command again")
          end

          def few(verdict)
            Symptom.new(name: NAME, kind: "untrusted", remedy: "measure longer: cachemark doctor --for 60s",
                        text: "too little was measured to say anything: " \
                              "#{verdict&.reason || "no pair of processes was completed"}")
          end
        end
      end
    end
  end
end
