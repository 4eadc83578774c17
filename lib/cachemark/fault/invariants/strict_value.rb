# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Of a reply that is wrong in itself, which is a server's fault: the call that it answers does not take it for right, where
      # the reply tells, nor is the rest of it taken for the answer to a later one; who takes it for a miss harms nobody.
      module StrictValue
        # What is said of a client, for what is said of a value that a server returned rightly.
        MILDER = { "CORRUPT" => "FAIL", "FAIL" => "NON-STRICT" }.freeze
        private_constant :MILDER

        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject, later = trial.calls.partition(&:subject?)
          found = [answered(trial.with(calls: subject)), left(trial.with(calls: later))].compact
          found.max_by { |outcome, _| OUTCOMES.index(outcome) }
        end

        # What is said of the call that the wrong reply answers.
        #: (Trial) -> [String, String]?
        def self.answered(trial)
          outcome, reason = OwnValue.call(trial)
          [MILDER.fetch(outcome, outcome), reason] if outcome
        end

        def self.left(trial)
          outcome, reason = OwnValue.call(trial)
          [MILDER.fetch(outcome, outcome), "the server was wrong first: #{reason}"] if outcome
        end
        private_class_method :left
      end
    end
  end
end
