# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Every call comes back, and the process lives, and so do those that it has forked.
      module Lives
        #: (Trial) -> [String, String]?
        def self.call(trial)
          open = trial.calls.find { |call| call.type.nil? }
          return (open && ["CRASH", "a process that shared the client ended in #{open.step["op"]}"]) if trial.ending == "done"

          at = open ? "in #{open.step["op"]}" : "between calls"
          trial.ending == "hung" ? ["HANG", "no answer #{at}"] : ["CRASH", "the process was #{trial.ending} #{at}"]
        end
      end
    end
  end
end
