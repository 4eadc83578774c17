# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether each language has a runtime, or a way to get one. Cachemark's own is always there.
      module Runtimes
        NAME = "runtimes"

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          runtimes = patient.survey["runtimes"] or return
          return [] if patient.survey["debian"]

          others = Vocabulary::Language.all.values.select { |language| language.search && !language.own }
          absent = others.reject { |language| runtimes.any? { |one| one["language"] == language.name } }
          absent.map { |language| symptom(language) }
        end

        def self.symptom(language)
          title = language.title
          Symptom.new(name: NAME, kind: "lacks",
                      remedy: "install a #{title} with its clients, and name it: #{language.option}=PATH",
                      text: "no #{title} is here, and no Debian whose packages could be unpacked: " \
                            "#{title} clients are unavailable")
        end
        private_class_method :symptom
      end
    end
  end
end
