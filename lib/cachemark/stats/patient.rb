# frozen_string_literal: true

module Cachemark
  module Stats
    # A machine as a record of `doctor` tells of it: what the rules of Symptoms look at. Hashes come from the record as
    # they are (String keys). `verdict` is that of the same code against itself, `sight` what it showed; both nil
    # where nothing was measured.
    Patient = Value.define(:machine, :placement, :survey, :ending, verdict: nil, sight: nil) do
      #: (Record) -> Patient
      def self.of(record)
        verdict = Comparison.of(record).verdicts.first if record.pairs.any?
        new(machine: record.run["machine"] || {}, placement: record.run["placement"] || {}, survey: record.surveys.first || {},
            ending: record.ending, verdict: verdict, sight: Sight.of(record))
      end

      # Array[Integer]: the cores that are measured on.
      def measured_cpus = (placement["server_cpus"] || []) | (placement["driver_cpus"] || [])

      # What a calibration has measured of a condition, or nil.
      #
      #: (String) -> Gain?
      def gain(condition) = Gain.of(survey["calibration"], condition)
    end
  end
end
