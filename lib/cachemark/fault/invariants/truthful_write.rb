# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What is told as stored, or as deleted, is so on the server; what is told as failed may be either.
      module TruthfulWrite
        WRITING = %w[set add delete].freeze
        private_constant :WRITING

        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject or return
          return unless subject.ok? && subject.value == true && WRITING.include?(subject.step["op"])

          wanted = wanted(subject, trial.canary)
          held = trial.state[subject.step["key"]]
          return if wanted == held

          ["FAIL", "#{subject.step["op"]} was told as done, and the server holds #{held ? held[0, 40].inspect : "nothing"}"]
        end

        def self.wanted(subject, canary)
          subject.step["op"] == "delete" ? nil : Call.bytes(subject.wrote) || canary.value(subject.step["key"], again: true)
        end
        private_class_method :wanted
      end
    end
  end
end
