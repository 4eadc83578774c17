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
          return swallowed(subject) if subject.ok?

          came_out = subject.error["class"] if subject.raised? && !subject.error["injected"]
          ["NON-STRICT", "the interrupt came out as #{came_out}"] if came_out
        end

        # A reply that is held for longer than the interrupt waits is in no other way come by.
        def self.swallowed(subject)
          due_ms = subject.step.dig("interrupt", "after_ms") or return

          ["FAIL", "the interrupt came after #{due_ms} ms, and the call swallowed it"] if subject.seconds * 1000 > due_ms
        end
        private_class_method :swallowed
      end
    end
  end
end
