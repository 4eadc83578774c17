# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What an application raises into a call comes out of it as it was raised.
      module OwnException
        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject
          return unless subject
          return ["FAIL", "the interrupt was raised in it, and swallowed"] if subject.swallowed

          came_out = subject.error["class"] if subject.raised? && !subject.error["injected"]
          ["NON-STRICT", "the interrupt came out as #{came_out}"] if came_out
        end
      end
    end
  end
end
