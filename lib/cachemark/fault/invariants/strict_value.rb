# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Of a reply that is wrong in itself, which is a server's fault: the call that it answers does not take it for right,
      # where the reply tells; who takes it for a miss harms nobody; what it leaves behind for later calls is told and not held
      # against the client.
      module StrictValue
        # What is said of the call that it answers, for what is said of a value that a server returned rightly.
        SUBJECT = { "CORRUPT" => "FAIL", "FAIL" => "NON-STRICT" }.freeze
        private_constant :SUBJECT

        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject, later = trial.calls.partition(&:subject?)
          outcome, reason = OwnValue.call(trial.with(calls: subject))
          return [SUBJECT.fetch(outcome, outcome), reason] if outcome

          _, reason = OwnValue.call(trial.with(calls: later))
          ["INFO", "the server was wrong first: #{reason}"] if reason
        end
      end
    end
  end
end
