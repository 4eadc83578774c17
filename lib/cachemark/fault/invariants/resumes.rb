# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A connection that was lost while nobody used it costs no call: the next one opens another. One that fails is forgiven.
      module Resumes
        #: (Trial) -> [String, String]?
        def self.call(trial)
          calls = trial.calls.select { |call| call.subject? || call.probe? }
          failed = calls.select(&:raised?)
          return if failed.empty?

          told = "#{failed.size} of #{calls.size} calls after it failed: #{failed.first.error["class"]}"
          [failed.one? ? "NON-STRICT" : "FAIL", told]
        end
      end
    end
  end
end
