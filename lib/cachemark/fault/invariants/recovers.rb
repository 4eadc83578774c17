# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The first call after the fault works again; one that fails is forgiven, more are not, unless the
      # client documents for how long it leaves a server alone.
      module Recovers
        #: (Trial) -> [String, String]?
        def self.call(trial)
          failed = trial.probes.select(&:raised?)
          return if failed.empty?

          told = "#{failed.size} of #{trial.probes.size} calls after it failed: #{failed.first.error["class"]}"
          return ["INFO", "#{told}: #{trial.bounds.down}"] if trial.bounds&.down

          [failed.one? ? "NON-STRICT" : "FAIL", told]
        end
      end
    end
  end
end
