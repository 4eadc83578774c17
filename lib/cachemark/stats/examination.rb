# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report needs of a `doctor`: `sight` (Detectability::Found or nil), `symptoms` in the order in which
    # they are reported, `fine` and `unknown` the names of what is well and of what could not be checked here. `survey` is the
    # record's line.
    class Examination < Value.define(:run, :survey, :symptoms, sight: nil, fine: [].freeze, unknown: [].freeze,
                                                               environments: [].freeze, outcome: nil, notes: [].freeze)
      include RunFacts

      #: (Record) -> Examination
      def self.of(record)
        facts = MachineFacts.of(record)
        symptoms = Symptoms.new(facts)
        new(run: record.run, survey: facts.survey, sight: facts.sight, symptoms: symptoms.all, fine: symptoms.fine,
            unknown: symptoms.unknown, environments: record.environments, outcome: record.ending["outcome"],
            notes: [*Notes.of_run(record), Notes.calibration(record.run)].compact.freeze)
      end

      # Whether what is measured here means anything.
      #
      #: () -> bool
      def trusted? = symptoms.none?(&:untrusted?)

      # A machine as a record of `doctor` has it: what the rules of Symptoms look at. Hashes come from the record as they are
      # (String keys). `verdict` is that of the same code against itself, `sight` what it showed; both nil where nothing was
      # measured.
      MachineFacts = Value.define(:machine, :placement, :survey, :ending, verdict: nil, sight: nil) do
        #: (Record) -> MachineFacts
        def self.of(record)
          verdict = Comparison.of(record).verdicts.first if record.pairs.any?
          new(machine: record.run["machine"] || {}, placement: record.run["placement"] || {}, survey: record.surveys.first || {},
              ending: record.ending, verdict: verdict, sight: Detectability.of(record))
        end

        # Array[Integer]: the cores that are measured on.
        def measured_cpus = (placement["server_cpus"] || []) | (placement["driver_cpus"] || [])

        # What a calibration measured of a condition, or nil.
        #
        #: (String) -> Calibration::Gain?
        def gain(condition) = Calibration::Gain.of(survey["calibration"], condition)
      end
    end
  end
end
