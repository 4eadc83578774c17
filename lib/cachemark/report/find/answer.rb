# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # What `find` found, in sentences that a person would say.
      module Answer
        class << self
          # One sentence per change, and per scenario without an answer; one where nothing changed.
          #
          #: (Stats::Steps) -> Array[String]
          def sentences(steps)
            changes = steps.found.map { |change| change(steps, change) }
            changes += undecided(steps) + Brackets.sentences(steps)
            quiet = quiet(steps)
            changes << nothing(steps, quiet) if quiet.any? || changes.empty?
            changes
          end

          # "2.7.11 -> 3.0.0".
          #
          #: (Stats::Steps::Change) -> String
          def place(change) = "#{change.from} -> #{change.to}"

          private

          def change(steps, change)
            what = change.effect.positive? ? "slower" : "faster"
            "#{client(steps)} #{change.to}#{" (#{change.subject})" if change.subject} made #{scenario(change)} #{what}: " \
              "#{Effects.of(change.effect, change.interval)} compared with #{change.from}#{between(change)}."
          end

          def between(change)
            count = change.skipped.size
            return "" if count.zero?

            "; or one of the #{count} between them that could not be measured (#{change.skipped.join(", ")})"
          end

          # Of one scenario alone it goes without its name.
          def undecided(steps)
            open = steps.scenarios.select(&:undecided)
            return ["Undecided: #{steps.undecided}"].first(steps.undecided ? 1 : 0) if steps.scenarios.size < 2

            open.map { |one| "Undecided in #{one.label}: #{one.undecided}" }
          end

          # Scenarios of which it is known that nothing changed.
          def quiet(steps)
            known = steps.scenarios.reject(&:undecided).map(&:place) - [*steps.found, *steps.brackets].map(&:place)
            steps.steps.select { |step| known.include?(step.place) }
          end

          def nothing(steps, quiet)
            scenarios = (quiet.any? ? quiet : steps.steps).map { |step| scenario(step) }.uniq.join(", ")
            "No change of more than #{Effects.size(steps.margin)} among #{steps.size} versions of #{client(steps)}" \
              "#{" in #{scenarios}" unless scenarios.empty?}."
          end

          def client(steps) = steps.client.to_s.split("/").last
          def scenario(step) = [step.label || step.scenario, *("(#{step.metric})" unless step.metric == "wall")].join(" ")
        end
      end
    end
  end
end
