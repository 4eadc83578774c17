# frozen_string_literal: true

module Cachemark
  module Fault
    # What became of a case, over all its trials: the worst that any invariant says of any of them.
    class Judge
      # outcome; reason: a sentence, nil for PASS; n: trials; times: in how many of them; trial: the one shown;
      # of a sweep `points`, and those `unsafe` [{"at" => "file:line", "outcome", "reason"}, ...].
      Finding = Value.define(:outcome, :reason, :n, times: 0, trial: nil, points: nil, unsafe: nil)

      #: (Catalog::Situation) -> void
      def initialize(situation)
        @invariants = ["lives", *situation.judges].uniq.to_h { |name| [name, Invariants.named(name)] }
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
      # was returned cannot, unless the client returns misses where it fails, and documents that.
      #
      #: (Trial) -> bool
      def doubtful?(trial)
        found = worst(trial)
        found.any? && found.all? do |name, (outcome, _)|
          next outcome != "CRASH" if Invariants::OF_A_BUSY_MACHINE.include?(name)

          outcome == "INFO" && trial.bounds&.misses
        end
      end

      private

      # {invariant => [outcome, reason]} of those that say the worst.
      def worst(trial)
        found = @invariants.transform_values { |invariant| invariant.call(trial) }.compact
        outcome = Fault.worst(found.values.map(&:first)) if found.any?
        found.select { |_, said| said.first == outcome }
      end
    end
  end
end
