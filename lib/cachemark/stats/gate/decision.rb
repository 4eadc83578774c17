# frozen_string_literal: true

module Cachemark
  module Stats
    class Gate
      # What the gate says: `code` 1 for a regression, 0 for none, 3 where it could not decide; `comparison`
      # has the verdicts over all pairs, `results` what became of each ("regression", "passed", "undecided",
      # "invalid"); `alarms` are the first set's verdicts above the threshold, `repeats` the second set's on
      # them; `sentences` say it to people, the decision first; `allowable`:
      # whether `--allow-unresolved` may let a 3 pass.
      Decision = Value.define(:code, :comparison, :results, :alarms, :repeats, :sentences, :threshold, :margin,
                              allowable: true) do
        include RunFacts

        # What a Comparison tells, told by it.
        %i[run verdicts noise environments outcome notes summary notations].each do |name|
          define_method(name) { comparison.public_send(name) }
        end

        # Array[Verdict]: the gating cells that got slower, twice.
        def regressions = verdicts_of("regression")

        # Array[Verdict]: those of which too little is known; invalid ones among them.
        def undecided = verdicts_of("undecided", "invalid")

        # Array[Verdict]: those that cost no more than the margin.
        def passed = verdicts_of("passed")

        # "regression", "passed", "undecided" or "invalid".
        #
        #: (Verdict) -> String
        def result(verdict) = results.fetch(verdict)

        private

        def verdicts_of(*names) = verdicts.select { |verdict| names.include?(results[verdict]) }
      end
    end
  end
end
