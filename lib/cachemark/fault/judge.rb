# frozen_string_literal: true

module Cachemark
  module Fault
    # What became of a case, over all its trials: the worst that any invariant says of any of them.
    class Judge
      # outcome; reason: a sentence, nil for PASS; n: trials that count; times: in how many of them; trial: the one shown;
      # of a sweep `points`, and those `unsafe` [{"at" => "file:line", "outcome", "reason"}, ...]; `anew` the trials that
      # were set aside, as others were made in their place (Lab::Repetition#anew), nil where none were.
      Finding = Value.define(:outcome, :reason, :n, times: 0, trial: nil, points: nil, unsafe: nil, anew: nil)

      PROVEN = %w[CORRUPT CRASH].freeze
      # Less than the shortest timeout that clients are given (50 ms), more than any call takes that waits for nothing.
      SLOW_S = 0.04
      private_constant :PROVEN, :SLOW_S

      #: (Catalog::Fault) -> void
      def initialize(fault)
        @races = fault.steps.any? { |step| step.key?("together") }
        @invariants = ["lives", *fault.judges].uniq.to_h { |name| [name, Invariants.named(name)] }
      end

      #: (Array[Trial]) -> Finding
      def finding(trials)
        said = trials.map { |trial| [trial, *(worst(trial).values.first || ["PASS", nil])] }
        outcome = Fault.worst(said.map { |_, one, _| one })
        trial, _, reason = said.find { |_, one, _| one == outcome }
        Finding.new(outcome: outcome, reason: reason, n: trials.size, trial: trial,
                    times: said.count { |_, one, _| one == outcome })
      end

      # Whether a busy machine can have made it so: a call that failed, took long or did not come back can be its doing; what
      # was returned can where a call took as long as an impatient client waits, as some return misses then; a wrong value and
      # a dead process cannot. Of calls at the same time a fault need not come each time, so that nothing of theirs is doubted.
      #
      #: (Trial) -> bool
      def doubtful?(trial)
        return false if @races

        found = worst(trial)
        found.any? && found.none? { |_, (outcome, _)| PROVEN.include?(outcome) } &&
          (found.keys.all? { |name| Invariants::OF_A_BUSY_MACHINE.include?(name) } || slow?(trial))
      end

      private

      def slow?(trial) = trial.calls.any? { |call| call.step.key?("op") && call.seconds.to_f > SLOW_S }

      # {invariant => [outcome, reason]} of those that say the worst.
      def worst(trial)
        found = @invariants.transform_values { |invariant| invariant.call(trial) }.compact
        outcome = Fault.worst(found.values.map(&:first)) if found.any?
        found.select { |_, said| said.first == outcome }
      end
    end
  end
end
