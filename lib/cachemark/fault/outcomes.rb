# frozen_string_literal: true

module Cachemark
  module Fault
    # Judges the trials of a case. The outcome is the worst result of any invariant in any trial. A trial is judged once, however
    # often it is asked for.
    class Outcomes
      # - `outcome`; `reason`, a sentence, nil for PASS.
      # - `n`: the number of trials that count. `times`: the number of them with this outcome.
      # - `trial`: the trial that is shown.
      # - `points` and `unsafe`: only in a sweep, the number of points and the unsafe ones [{"at" => "file:line", "outcome",
      #   "reason"}, ...].
      # - `discarded`: as in Lab::Check::Repeats, nil for none.
      # - `because`: why comparisons treat the outcome differently, as in Vocabulary::Outcomes; nil for most.
      Result = Value.define(:outcome, :reason, :n, times: 0, trial: nil, points: nil, unsafe: nil, discarded: nil,
                                                   because: nil) do
        # This result, with the trials of an earlier one that does not count among the discarded ones.
        #: (Result) -> Result
        def in_place_of(earlier)
          with(discarded: self.class.sum([discarded, earlier.discarded, { earlier.outcome => [earlier.times, 1].max }]))
        end

        # The numbers of discarded trials in all, nil for none.
        #: (Array[Hash[String, Integer]?]) -> Hash[String, Integer]?
        def self.sum(all) = all.compact.reduce { |some, more| some.merge(more) { |_, one, other| one + other } }&.freeze
      end

      # Shorter than the shortest timeout of clients in a check (50 ms), and longer than any call that does not wait.
      SLOW_S = 0.04
      private_constant :SLOW_S

      # A result without any trial.
      #: (String, String, ?because: String?) -> Result
      def self.untried(outcome, reason, because: nil) = Result.new(outcome: outcome, reason: reason, n: 0, because: because)

      #: (Catalog::Fault) -> void
      def initialize(fault)
        @concurrent = fault.steps.any? { |step| step.key?("together") }
        lives = fault.judges.include?("refuses") ? [] : ["lives"] # it has the same rule, and allows a constructor to refuse
        @invariants = [*lives, *fault.judges].uniq.to_h { |name| [name, Invariants.named(name)] }
        @worst = {}.compare_by_identity
      end

      #: (Array[Trial]) -> Result
      def result(trials)
        found = trials.map { |trial| [trial, Finding.worst(worst(trial).values)] }
        trial, finding = found.max_by { |_, finding| finding ? finding.severity : 0 }
        Result.new(outcome: finding ? finding.outcome : Vocabulary::Outcomes::PASSED, reason: reason(trial, finding),
                   because: finding&.because, trial: trial, n: trials.size,
                   times: found.count { |_, other| other&.outcome == finding&.outcome })
      end

      # Whether a busy machine may have caused the outcome. It can make a call fail, take long, or not return. It can also
      # cause a miss if a call took as long as an impatient client waits. It cannot cause a wrong value or a dead process.
      # Simultaneous calls are never doubted, because their fault need not strike in each trial.
      #: (Trial) -> bool
      def doubtful?(trial)
        return false if @concurrent

        found, proven = worst(trial), Vocabulary::Outcomes::PROVEN
        found.any? && found.each_value.none? { |finding| finding.certain || proven.include?(finding.outcome) } &&
          (found.keys.all? { |name| Invariants::OF_A_BUSY_MACHINE.include?(name) } || slow?(trial))
      end

      # Whether a busy machine may have caused a bad outcome, and another trial went better.
      #: (Result) -> bool
      def wavering?(result)
        Vocabulary::Outcomes.bad?(result.outcome) && result.points.nil? && !result.trial.nil? &&
          (result.times < result.n || better?(result)) && doubtful?(result.trial)
      end

      private

      def better?(result)
        ranks = result.discarded.to_h.keys.filter_map { |outcome| Vocabulary::Outcomes.rank(outcome) }
        ranks.any? { |rank| rank < Vocabulary::Outcomes.rank(result.outcome) }
      end

      # How often a client asked a server that does not answer is part of every finding.
      def reason(trial, finding)
        return finding&.reason unless finding && trial.unanswered_per_s

        "#{finding.reason} (unanswered requests a second: #{trial.unanswered_per_s})"
      end

      def slow?(trial) = trial.calls.any? { |call| call.step.key?("op") && call.seconds.to_f > SLOW_S }

      # {invariant => Finding} of the invariants with the worst outcome.
      def worst(trial) = @worst[trial] ||= judged(trial)

      def judged(trial)
        found = @invariants.transform_values { |invariant| invariant.call(trial) }.compact
        outcome = Finding.worst(found.values)&.outcome
        found.select { |_, finding| finding.outcome == outcome }
      end
    end
  end
end
