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

          held = trial.state[subject.step["key"]]
          return if right?(subject, held, trial.canary)

          ["FAIL", "#{subject.step["op"]} was told as done, and the server holds #{held ? held[0, 40].inspect : "nothing"}"]
        end

        def self.right?(subject, held, canary)
          name = subject.step["key"]
          return held.nil? if subject.step["op"] == "delete"

          subject.wrote ? subject.left?(held) && held != canary.start(name) : held == canary.value(name, again: true)
        end
        private_class_method :right?
      end
    end
  end
end
