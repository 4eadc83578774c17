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
        @invariants = ["lives", *situation.judges].uniq.map { |name| Invariants.named(name) }
      end

      #: (Array[Trial]) -> Finding
      def finding(trials)
        said = trials.map { |trial| [trial, *worst(trial)] }
        outcome = Fault.worst(said.map { |_, one, _| one })
        trial, _, reason = said.find { |_, one, _| one == outcome }
        Finding.new(outcome: outcome, reason: reason, n: trials.size, trial: trial,
                    times: said.count { |_, one, _| one == outcome })
      end

      private

      def worst(trial)
        found = @invariants.filter_map { |invariant| invariant.call(trial) }
        found.max_by { |outcome, _| OUTCOMES.index(outcome) } || ["PASS", nil]
      end
    end
  end
end
