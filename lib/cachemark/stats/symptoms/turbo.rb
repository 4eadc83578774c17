# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether the clock depends on heat and on what other cores do.
      module Turbo
        NAME = "turbo"

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          turbo = patient.machine["turbo"]
          return if turbo.nil?
          return [] unless turbo

          [Symptom.new(name: NAME, kind: "blurs", text: "turbo is on: the clock depends on heat and on what other cores do",
                       remedy: "as root, write 1 into /sys/devices/system/cpu/intel_pstate/no_turbo, " \
                               "or where there is none 0 into /sys/devices/system/cpu/cpufreq/boost")]
        end
      end
    end
  end
end
