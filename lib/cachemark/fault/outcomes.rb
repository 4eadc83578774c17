# frozen_string_literal: true

module Cachemark
  module Fault
    # Judges the trials of a case. The outcome is the worst result of any invariant in any trial.
    class Outcomes
      # - `outcome`; `reason`, a sentence, nil for PASS.
      # - `n`: the number of trials that count. `times`: the number of them with this outcome.
      # - `trial`: the trial that is shown.
      # - `points` and `unsafe`: only in a sweep, the number of points and the unsafe ones [{"at" => "file:line", "outcome",
      #   "reason"}, ...].
      # - `discarded`: as in Lab::Check::Repeats, nil for none.
      Result = Value.define(:outcome, :reason, :n, times: 0, trial: nil, points: nil, unsafe: nil, discarded: nil)

      # Outcomes that a busy machine cannot cause.
      PROVEN = %w[CORRUPT CRASH].freeze
      # Shorter than the shortest timeout of clients in a check (50 ms), and longer than any call that does not wait.
      SLOW_S = 0.04
      private_constant :PROVEN, :SLOW_S

      # A result without any trial.
      #: (String, String) -> Result
      def self.untried(outcome, reason) = Result.new(outcome: outcome, reason: reason, n: 0)

      #: (Catalog::Fault) -> void
      def initialize(fault)
        @concurrent = fault.steps.any? { |step| step.key?("together") }
        lives = fault.judges.include?("refuses") ? [] : ["lives"] # it has the same rule, and allows a constructor to refuse
        @invariants = [*lives, *fault.judges].uniq.to_h { |name| [name, Invariants.named(name)] }
      end

      #: (Array[Trial]) -> Result
      def result(trials)
        said = trials.map { |trial| [trial, *(worst(trial).values.first || ["PASS", nil])] }
        outcome = Vocabulary::Outcomes.worst(said.map { |_, one, _| one })
        trial, _, reason = said.find { |_, one, _| one == outcome }
        Result.new(outcome: outcome, reason: reason, n: trials.size, trial: trial,
                   times: said.count { |_, one, _| one == outcome })
      end

      # Whether a busy machine may have caused the outcome. It can make a call fail, take long, or not return. It can also
      # cause a miss if a call took as long as an impatient client waits. It cannot cause a wrong value or a dead process.
      # Simultaneous calls are never doubted, because their fault need not strike in each trial.
      #: (Trial) -> bool
      def doubtful?(trial)
        return false if @concurrent

        found = worst(trial)
        found.any? && found.none? { |_, (outcome, _)| PROVEN.include?(outcome) } &&
          (found.keys.all? { |name| Invariants::OF_A_BUSY_MACHINE.include?(name) } || slow?(trial))
      end

      private

      def slow?(trial) = trial.calls.any? { |call| call.step.key?("op") && call.seconds.to_f > SLOW_S }

      # {invariant => [outcome, reason]} of the invariants with the worst outcome.
      def worst(trial)
        found = @invariants.transform_values { |invariant| invariant.call(trial) }.compact
        outcome = Vocabulary::Outcomes.worst(found.values.map(&:first)) if found.any?
        found.select { |_, said| said.first == outcome }
      end
    end
  end
end
