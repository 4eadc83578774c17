# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # As Recovers, of calls that fail alone: for where what later calls return, misses too, is not held against a client.
      module GoesOn
        #: (Trial) -> [String, String]?
        def self.call(trial) = Recovers.told(trial, trial.probes.select(&:raised?))
      end
    end
  end
end
