# frozen_string_literal: true

# Decisions of a gate, made by hand: `results` become those of the verdicts in their order.
module MadeDecision
  RESULTS = %w[regression passed passed undecided invalid].freeze
  SENTENCES = ["regression: slower in get, and again with fresh processes",
               "a slowdown under 0.8 % in mixed would pass"].freeze

  #: (?code: Integer, ?results: Array[String], ?comparison: Stats::Comparison, **Object) -> Stats::Gate::Decision
  def self.of(code: 1, results: RESULTS, comparison: MadeVerdicts.comparison, repeats: [], **members)
    Cachemark::Stats::Gate::Decision.new(
      code: code, comparison: comparison, results: comparison.verdicts.zip(results).to_h, alarms: [], repeats: repeats,
      sentences: SENTENCES, threshold: 0.0, margin: 0.01, **members
    )
  end
end
