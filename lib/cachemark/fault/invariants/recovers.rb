# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The first call after the fault works again; one that fails is forgiven, more are not, unless the
      # client documents for how long it leaves a server alone.
      module Recovers
        #: (Trial) -> [String, String]?
        def self.call(trial)
          lost = lost?(trial)
          failed = trial.probes.select { |probe| probe.raised? || (lost && trial.missed?(probe)) }
          return if failed.empty?

          how = failed.first.error ? failed.first.error["class"] : "a miss"
          told = "#{failed.size} of #{trial.probes.size} calls after it failed: #{how}"
          return ["INFO", "#{told}: #{trial.down}"] if trial.down

          [failed.one? ? "NON-STRICT" : "FAIL", told]
        end

        # Whether it tells failures as misses to the end, of keys that are there.
        def self.lost?(trial)
          last = trial.probes.last(2)
          last.size == 2 && last.all? { |probe| trial.missed?(probe) }
        end
        private_class_method :lost?
      end
    end
  end
end
