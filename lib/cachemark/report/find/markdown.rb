# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # For an issue or a page: the answer, the steps as tables, the origin to unfold.
      class Markdown
        HEADINGS = ["version", "cost relative to the first", "pairs", "found"].freeze

        #: (Stats::Steps) -> void
        def initialize(steps)
          @steps = steps
        end

        #: () -> String
        def to_s
          "#{["## Cachemark find", answer, *tables, skipped, origin].reject(&:empty?).join("\n\n")}\n"
        end

        private

        def answer = Answer.sentences(@steps).map { |sentence| "**#{Markup.text(sentence)}**" }.join("\n\n")

        def tables
          @steps.series.values.map do |series|
            first = series.first
            "### #{Markup.text([first.label || first.scenario, first.metric].join(", "))}\n\n" +
              Markup.table(HEADINGS, series.map { |step| cells(step) }, left: %w[version found])
          end
        end

        def cells(step)
          found = @steps.found.find { |change| change.to == step.name && change.place == step.place }
          name = Markup.text([step.name, step.subject].compact.join(" "))
          [name, Markup.text(Effects.of(step.effect, step.interval)), step.pairs,
           found ? "**#{Markup.text(Effects.of(found.effect, found.interval))}**" : ""]
        end

        def skipped
          Markup.details("Skipped: #{@steps.skipped.size} of #{@steps.size}",
                         Markup.list(@steps.skipped.map { |skip| "#{skip.name}: #{skip.reason}" }))
        end

        def origin = Markup.details("How it was measured", Markup.list(@steps.notes + Provenance.new(@steps).sentences))
      end
    end
  end
end
