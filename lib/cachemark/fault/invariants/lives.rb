# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Every call comes back, and the process lives, and so do those that it has forked; and a client comes of a
      # constructor, whatever its servers do.
      module Lives
        #: (Trial) -> [String, String]?
        def self.call(trial)
          return unmade(trial.ending.delete_prefix(Trial::UNMADE)) if trial.ending.start_with?(Trial::UNMADE)

          open = trial.calls.find { |call| call.type.nil? }
          return (open && ["CRASH", "a process that shared the client ended in #{open.step["op"]}"]) if trial.ending == "done"

          at = open ? "in #{open.step["op"]}" : "between calls"
          trial.ending == "hung" ? ["HANG", "no answer #{at}"] : ["CRASH", "the process was #{trial.ending} #{at}"]
        end

        def self.unmade(ending)
          outcome = { "hung" => "HANG", "raised" => "FAIL" }.fetch(ending[/\w+/], "CRASH")
          [outcome, "no client could be made (#{ending})"]
        end
        private_class_method :unmade
      end
    end
  end
end
