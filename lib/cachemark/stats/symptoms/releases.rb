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
            runtimes = (patient.survey["runtimes"] || []).select { |one| one["language"] == Vocabulary::Language.own.name }
            newer.map { |one| symptom(one, runtimes) }
          end

          private

          def symptom(one, runtimes)
            client, version, newest, requires = one.values_at("client", "version", "newest", "requires")
            compare = "cachemark compare #{client}@#{version} #{client}@#{newest}"
            Symptom.new(name: NAME, kind: "outdated", text: "#{client} #{newest} is out; #{version} was measured last",
                        remedy: requires ? on(compare, requires, runtimes) : compare)
          end

          # The first runtime is cachemark's own.
          def on(compare, requires, runtimes)
            return compare if runtimes.empty? || meets?(runtimes.first, requires)

            other = runtimes.find { |one| meets?(one, requires) }
            return "#{compare} --#{own.option} #{other["path"]}" if other

            "#{compare} --#{own.option} PATH. It needs #{own.title} #{requires}, which is not here: " \
              "cachemark env runtime makes one"
          end

          def own = Vocabulary::Language.own

          def meets?(runtime, requires)
            Gem::Requirement.new(requires.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(runtime["version"]))
          end
        end
      end
    end
  end
end
