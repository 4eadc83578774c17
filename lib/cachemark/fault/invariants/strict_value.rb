# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Of a reply that is wrong in itself, which is a server's fault: the call that it answers does not take it for right,
      # where the reply tells; what it leaves behind for later calls is told and not held against the client.
      module StrictValue
        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject, later = trial.calls.partition(&:subject?)
          _, reason = OwnValue.call(trial.with(calls: subject))
          return ["FAIL", reason] if reason

          _, reason = OwnValue.call(trial.with(calls: later))
          ["INFO", "the server was wrong first: #{reason}"] if reason
        end
      end
    end
  end
end
