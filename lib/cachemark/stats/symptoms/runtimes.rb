# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether each language has a runtime, or a way to get one. Cachemark's own Ruby is always there.
      module Runtimes
        NAME = "runtimes"

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          runtimes = patient.survey["runtimes"] or return
          return [] if patient.survey["debian"] || runtimes.any? { |one| one["language"] == "python" }

          [Symptom.new(name: NAME, kind: "lacks", remedy: "install a Python with its clients, and name it: python=PATH",
                       text: "no Python is here, and no Debian whose packages could be unpacked: Python clients are unavailable")]
        end
      end
    end
  end
end
