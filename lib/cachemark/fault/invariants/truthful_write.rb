# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What is told as stored, or as deleted, is so on the server; what is told as failed may be either. That there is nothing
      # to delete is no failure, and is not true where there was something; of what is gone then it harms nobody, as a
      # client that asked again after a lost reply was told so by the server.
      module TruthfulWrite
        WRITING = %w[set add delete].freeze
        private_constant :WRITING

        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject or return
          return unless subject.ok? && WRITING.include?(subject.step["op"])

          held = trial.state[subject.step["key"]]
          return denied(held, trial.misses) if subject.step["op"] == "delete" && subject.value == false
          return if subject.value != true || right?(subject, held, trial.canary)

          ["FAIL", "#{subject.step["op"]} was told as done, and the server holds #{held ? held[0, 40].inspect : "nothing"}"]
        end

        # misses: that the client documents misses in the place of failures, and how.
        def self.denied(held, misses)
          said = "delete was told as not there, and the server #{held ? "holds it" : "has deleted it"}"
          misses ? ["INFO", "#{said}: #{misses}"] : [held ? "FAIL" : "NON-STRICT", said]
        end

        def self.right?(subject, held, canary)
          name = subject.step["key"]
          return held.nil? if subject.step["op"] == "delete"

          subject.wrote ? subject.left?(held) && held != canary.start(name) : held == canary.value(name, again: true)
        end
        private_class_method :denied, :right?
      end
    end
  end
end
