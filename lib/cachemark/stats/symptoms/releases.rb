# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether what was measured last has newer releases.
      module Releases
        NAME = "releases"

        class << self
          # nil where nobody was asked, or nothing was measured yet.
          #
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            newer = patient.survey.dig("releases", "newer") or return
            rubies = (patient.survey["runtimes"] || []).select { |one| one["language"] == "ruby" }
            newer.map { |one| symptom(one, rubies) }
          end

          private

          def symptom(one, rubies)
            client, version, newest, requires = one.values_at("client", "version", "newest", "requires")
            compare = "cachemark compare #{client}@#{version} #{client}@#{newest}"
            Symptom.new(name: NAME, kind: "outdated", text: "#{client} #{newest} is out; #{version} was measured last",
                        remedy: requires ? on(compare, requires, rubies) : compare)
          end

          # The first Ruby is cachemark's own.
          def on(compare, requires, rubies)
            return compare if rubies.empty? || meets?(rubies.first, requires)

            other = rubies.find { |ruby| meets?(ruby, requires) }
            return "#{compare} --ruby #{other["path"]}" if other

            "#{compare} --ruby PATH. It needs Ruby #{requires}, which is not here: cachemark env runtime makes one"
          end

          def meets?(ruby, requires)
            Gem::Requirement.new(requires.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(ruby["version"]))
          end
        end
      end
    end
  end
end
