# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Nothing was wrong that a client may not bear: the call works.
      module Succeeds
        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject
          return unless subject&.raised?

          ["FAIL", "#{subject.step["op"]} failed: #{subject.error["class"]}: #{subject.error["message"]}"]
        end
      end
    end
  end
end
