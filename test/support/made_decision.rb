# frozen_string_literal: true

# Decisions of a gate, made by hand: `results` become those of the verdicts in their order.
module MadeDecision
  RESULTS = %w[regression passed passed undecided invalid].freeze

  #: (?code: Integer, ?results: Array[String], ?comparison: Stats::Comparison, **Object) -> Stats::Gate::Decision
  def self.of(code: 1, results: RESULTS, comparison: MadeVerdicts.comparison, repeats: nil, threshold: 0.0, **members)
    by_verdict = comparison.verdicts.zip(results).to_h
    alarms = by_verdict.select { |_verdict, result| result == "regression" }.keys
    Cachemark::Stats::Gate::Decision.new(
      code: code, comparison: comparison, results: by_verdict, first_set: comparison.verdicts, alarms: alarms,
      repeats: repeats || alarms, threshold: threshold, margin: 0.01, **members
    )
  end
end
