# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A reply that says by itself that it answers something else is not taken, though its value be right.
      module Notices
        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject or return
          return unless subject.ok?

          taken = subject.value == true || subject.read(trial.canary.keys).values.any?
          ["NON-STRICT", "#{subject.step["op"]} took a reply that says that it answers something else"] if taken
        end
      end
    end
  end
end
