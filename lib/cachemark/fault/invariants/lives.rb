# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Every call comes back, and the process lives.
      module Lives
        #: (Trial) -> [String, String]?
        def self.call(trial)
          return if trial.ending == "done"

          open = trial.calls.find { |call| call.type.nil? }
          at = open ? "in #{open.step["op"]}" : "between calls"
          trial.ending == "hung" ? ["HANG", "no answer #{at}"] : ["CRASH", "the process was #{trial.ending} #{at}"]
        end
      end
    end
  end
end
