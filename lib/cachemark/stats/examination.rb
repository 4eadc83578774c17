# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything a report may know about what `doctor` found: `sight` (Sight::Found or nil), `symptoms` as they are told,
    # `fine` and `unknown` the names of what is well and of what is not told here. `survey` is the record's line.
    Examination = Value.define(:run, :survey, :symptoms, sight: nil, fine: [].freeze, unknown: [].freeze,
                                                         environments: [].freeze, outcome: nil, notes: [].freeze) do
      include RunFacts

      #: (Record) -> Examination
      def self.of(record)
        patient = Patient.of(record)
        symptoms = Symptoms.new(patient)
        new(run: record.run, survey: patient.survey, sight: patient.sight, symptoms: symptoms.all, fine: symptoms.fine,
            unknown: symptoms.unknown, environments: record.environments, outcome: record.ending["outcome"],
            notes: [*Notes.of_run(record), Notes.calibration(record.run)].compact.freeze)
      end

      # Whether what is measured here means anything.
      #
      #: () -> bool
      def trusted? = symptoms.none?(&:untrusted?)

      # The answer in a sentence.
      #
      #: () -> String
      def summary
        worst = symptoms.find(&:untrusted?)
        return "Measuring cannot be trusted here: #{worst.text}." if worst
        return "Nothing was measured (--no-measure)." unless sight

        format("This machine can see a %s slowdown of get in %d s (95 %%: %s to %s).", said(sight.minute), Sight::MINUTE_S,
               *sight.interval.map { |bound| said(bound) })
      end

      # What the answer rests on; nil without one.
      #
      #: () -> String?
      def grounds
        return unless sight

        format("By %d pairs of fresh processes with the same code, of socket, whose get costs %.1f us here. In their %d s " \
               "they would have seen %s; a minute has %d such pairs: minutes were drawn from them, and 95 %% of those see " \
               "between these bounds.",
               sight.pairs, sight.call_ns / 1e3, sight.seconds.round, said(sight.resolution), sight.minute_pairs)
      end

      private

      def said(share) = ComparisonSummary.percent(share)
    end
  end
end
