# frozen_string_literal: true

module Cachemark
  module Report
    module Doctor
      # The same for an issue or a page.
      class Markdown
        #: (Stats::Examination) -> void
        def initialize(examination)
          @examination = examination
        end

        #: () -> String
        def to_s
          parts = ["**#{Markup.text(Sentences::Doctor.summary(@examination))}**", *sections, Markup.list(surroundings), origin]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def sections
          Doctor.sections(@examination.symptoms).map do |section|
            "### #{section.heading}\n\n#{section.rows.map { |symptom| symptom(symptom) }.join("\n")}"
          end
        end

        def symptom(symptom)
          lines = ["- #{Markup.text(symptom.text)}", "  - do: #{Markup.text(symptom.remedy)}"]
          [*lines, *("  - gain: #{Markup.text(symptom.gain.sentence)}" if symptom.gain)].join("\n")
        end

        def surroundings = Doctor.surroundings(@examination)

        def origin
          Markup.details("How it was measured",
                         Markup.list([*Sentences::Doctor.grounds(@examination), *@examination.notes, *Provenance.new(@examination).sentences]))
        end
      end
    end
  end
end
