# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The first call after the fault works again; one that fails is forgiven, more are not, unless the
      # client documents for how long it leaves a server alone.
      module Recovers
        #: (Trial) -> [String, String]?
        def self.call(trial)
          missed = missed_to_the_end(trial)
          told(trial, trial.probes.select { |probe| probe.raised? || missed.include?(probe) })
        end

        # What is said of a trial in which these of the calls after the fault failed.
        #: (Trial, Array[Call]) -> [String, String]?
        def self.told(trial, failed)
          return if failed.empty?

          how = failed.first.error ? failed.first.error["class"] : "a miss"
          told = "#{failed.size} of #{trial.probes.size} calls after it failed: #{how}"
          return ["INFO", "#{told}: #{trial.down}"] if trial.down

          [failed.one? ? "NON-STRICT" : "FAIL", told]
        end

        # The misses of keys that are there, of each server for whose keys it tells them to the end: which keys are on a server
        # that was away is chance.
        def self.missed_to_the_end(trial)
          trial.probes.group_by { |probe| trial.homes[probe.step["key"]] }.values.flat_map do |probes|
            last = probes.last(2)
            last.size == 2 && last.all? { |probe| trial.missed?(probe) } ? probes.select { |probe| trial.missed?(probe) } : []
          end
        end
        private_class_method :missed_to_the_end
      end
    end
  end
end
