# frozen_string_literal: true

module Cachemark
  module Report
    module Doctor
      # The answer, then each symptom with what to do.
      class Terminal
        # What stands before a symptom, and its colour, by its kind.
        MARKS = { "untrusted" => ["! ", "slower"], "blurs" => ["~ ", "unresolved"], "lacks" => ["- ", "unresolved"],
                  "outdated" => ["> ", "same"] }.freeze
        private_constant :MARKS

        #: (Stats::Examination, **Object) -> void
        def initialize(examination, **page)
          @examination = examination
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s
          @page.text(answer, *sections, Doctor.surroundings(@examination).map { |text| @page.wrap(text) }.join("\n"),
                     @page.notes(@examination.notes), provenance, @page.closing)
        end

        private

        def answer
          colour = @examination.trusted? ? "faster" : "slower"
          [@page.paint.verdict(colour, @page.wrap(Sentences::Doctor.summary(@examination))), *grounds].join("\n")
        end

        def grounds = Sentences::Doctor.grounds(@examination)&.then { |text| @page.paint.faint(@page.wrap(text)) }

        def sections
          Doctor.sections(@examination.symptoms).map do |section|
            [@page.paint.strong(section.heading), *section.rows.map { |symptom| symptom(symptom) }].join("\n")
          end
        end

        def symptom(symptom)
          mark, colour = MARKS.fetch(symptom.kind)
          found, *rest = @page.wrap(symptom.text, mark).lines(chomp: true)
          told = [@page.wrap(symptom.remedy, "  do: "), *(symptom.gain && @page.wrap(symptom.gain.sentence, "  gain: "))]
          [found.sub(mark) { @page.paint.verdict(colour, mark) }, *rest, *told].join("\n")
        end

        def provenance
          Provenance.new(@examination).sentences.map { |sentence| @page.paint.faint(@page.wrap(sentence)) }.join("\n")
        end
      end
    end
  end
end
