# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # What `find` found: a sentence per change, per change that has no name yet, and per scenario without an answer.
      class Find
        #: (Stats::Steps) -> void
        def initialize(steps)
          @steps = steps
        end

        # One sentence says that nothing changed.
        #
        #: () -> Array[String]
        def to_a
          sentences = @steps.found.map { |change| found(change) } + undecided + brackets
          quiet = quiet()
          quiet.any? || sentences.empty? ? [*sentences, nothing(quiet)] : sentences
        end

        private

        def found(change)
          what = change.effect.positive? ? "slower" : "faster"
          "#{client} #{change.to}#{" (#{change.subject})" if change.subject} made #{place(change)} #{what}: " \
            "#{Effects.of(change.effect, change.interval)} compared with #{change.from}#{between(change)}."
        end

        def between(change)
          count = change.skipped.size
          return "" if count.zero?

          "; or one of the #{count} between them that could not be measured (#{change.skipped.join(", ")})"
        end

        # A single scenario needs no name.
        def undecided
          open = @steps.scenarios.select(&:undecided)
          return ["Undecided: #{@steps.undecided}"].first(@steps.undecided ? 1 : 0) if @steps.scenarios.size < 2

          open.map { |one| "Undecided in #{one.label}: #{one.undecided}" }
        end

        # Changes that the search does not name: where they are, and how to learn more.
        def brackets
          @steps.brackets.group_by { |one| [one.scenario, one.mode, one.metric, one.kind] }.values.flat_map do |own|
            case own.first.kind
            when "undecided" then own.map { |one| "The change in #{place(one)}, #{size(one)}, is between #{ends(one)}." }
            when "beside" then [more(own)]
            else own.map { |one| spread(one) }
            end
          end
        end

        def more(own)
          "There is more in #{place(own.first)}: #{own.map { |one| "#{one.from} -> #{one.to} #{size(one)}" }.join(", ")}; " \
            "--all searches for every change."
        end

        def spread(one)
          "#{place(one)} changed by #{size(one)} between #{ends(one)}, but no single step between them was found to cause it " \
            "(each is within #{Effects.size(@steps.margin)}, or did not repeat)."
        end

        def size(one) = Effects.of(one.effect)
        def ends(one) = "#{one.from} and #{one.to}"

        # Scenarios of which it is known that nothing changed.
        def quiet
          known = @steps.scenarios.reject(&:undecided).map(&:place) - [*@steps.found, *@steps.brackets].map(&:place)
          @steps.steps.select { |step| known.include?(step.place) }
        end

        def nothing(quiet)
          scenarios = (quiet.any? ? quiet : @steps.steps).map { |step| place(step) }.uniq.join(", ")
          "No change of more than #{Effects.size(@steps.margin)} among #{@steps.size} versions of #{client}" \
            "#{" in #{scenarios}" unless scenarios.empty?}."
        end

        def client = @steps.client.to_s.split("/").last
        def place(step) = [step.label || step.scenario, *("(#{step.metric})" unless step.metric == "wall")].join(" ")
      end
    end
  end
end
