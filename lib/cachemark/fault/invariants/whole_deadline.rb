# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A timeout that is kept for each read, and not for the call, lets a call take as long as its reply drips. No client is
      # known that does otherwise, so it is told and not held against any.
      module WholeDeadline
        #: (Trial) -> [String, String]?
        def self.call(trial)
          outcome, reason = Bounded.call(trial)
          outcome == "FAIL" ? ["INFO", "#{reason}: its timeout is of each read"] : outcome && [outcome, reason]
        end
      end
    end
  end
end
