# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report needs of a comparison. Verdicts are in the order of the record's comparisons, one for each
    # metric; `notations` says how the user wrote each contender (id => notation).
    # Hashes come from the record as they are (String keys).
    Comparison = Value.define(:run, :verdicts, noise: [].freeze, environments: [].freeze, outcome: nil, notes: [].freeze,
                              notations: {}.freeze) do
      include RunFacts

      # The verdicts of a record, whether its run has ended or not. `set` takes the pairs of one set only,
      # `sequential` the intervals that stay valid under peeking (by default where the run had `--until`),
      # `only` the verdicts named by [comparison, metric]: they alone are the family.
      #
      #: (Record, ?set: Integer?, ?sequential: bool?, ?only: Array[[String, String]]?) -> Comparison
      def self.of(record, set: nil, sequential: nil, only: nil)
        Judgement.new(record, set: set, sequential: sequential, only: only).comparison
      end

      # Whether every verdict in a timed metric is known to within `share` or decided, with
      # intervals that stay valid under peeking: what `--until 1%` looks at.
      #
      #: (Record, Float) -> bool
      def self.precise?(record, share)
        timed = of(record, sequential: true).verdicts.reject { |verdict| Vocabulary::Metrics[verdict.metric].exact? }
        timed.any? && timed.all? do |verdict|
          verdict.decided? || verdict.verdict == "invalid" || (verdict.half_width && verdict.half_width <= share)
        end
      end
    end
  end
end
