# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A key of which a set was told as done, whoever made it, holds in the end a value that was set: one that was told as
      # done, or one of which it is not known.
      module KeptWrites
        #: (Trial) -> [String, String]?
        def self.call(trial)
          sets = trial.calls.select { |call| call.step["op"] == "set" }.group_by { |call| call.step["key"] }
          lost = sets.keys.select { |name| lost?(sets[name], trial.state[name]) }
          ["FAIL", "sets of #{lost.join(", ")} were told as done, and the server holds none of their values"] if lost.any?
        end

        def self.lost?(sets, held)
          return false if sets.none? { |call| done?(call) }

          may = sets.reject { |call| call.ok? && call.value == false }
          may.none? { |call| call.left?(held) }
        end

        def self.done?(call) = call.ok? && call.value == true
        private_class_method :lost?, :done?
      end
    end
  end
end
