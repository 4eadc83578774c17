# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What an application raises into a call comes out of it as it was raised.
      module OwnException
        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject
          return if subject.nil? || !subject.raised? || subject.error["injected"]

          ["NON-STRICT", "the interrupt came out as #{subject.error["class"]}"]
        end
      end
    end
  end
end
