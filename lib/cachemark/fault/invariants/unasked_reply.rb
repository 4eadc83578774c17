# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Of a reply that nobody asked for, which is a server's fault and looks like any other: what it does to the call that it
      # comes with is the client's to see, as of any wrong reply; what it does to later calls is told, and not held against it.
      module UnaskedReply
        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject, later = trial.calls.partition(&:subject?)
          _, reason = OwnValue.call(trial.with(calls: later))
          StrictValue.answered(trial.with(calls: subject)) || (reason && ["INFO", "the server was wrong first: #{reason}"])
        end
      end
    end
  end
end
