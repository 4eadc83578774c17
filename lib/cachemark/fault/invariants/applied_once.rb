# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A call that must not be made twice is applied at most once, and what the client says of it is true: counted on
      # the server against what was acknowledged. What is told as not there, and is, is OwnValue's to judge.
      module AppliedOnce
        COUNTED = { "incr" => 1, "decr" => -1 }.freeze
        private_constant :COUNTED

        #: (Trial) -> [String, String]?
        def self.call(trial)
          subject = trial.subject or return
          return counted(subject, trial) if COUNTED.key?(subject.step["op"])

          added(subject, trial) if subject.step["op"] == "add"
        end

        def self.counted(subject, trial)
          held = trial.state[Canary::COUNTER] or return ["FAIL", "the counter is gone"]
          times = (held.to_i - Canary::START) * COUNTED.fetch(subject.step["op"])
          told = subject.denied? ? "told as not there" : "told as done" if subject.ok?
          return if told == "told as done" ? times == 1 : times.between?(0, 1)

          ["FAIL", "#{subject.step["op"]} was applied #{times} times, and #{told || "raised"}"]
        end

        def self.added(subject, trial)
          return unless subject.ok? && subject.value == false && trial.state[Canary::ABSENT]

          said = "add was told as not stored, and it is what is stored"
          trial.misses ? ["INFO", "#{said}: #{trial.misses}"] : ["FAIL", said]
        end
        private_class_method :counted, :added
      end
    end
  end
end
