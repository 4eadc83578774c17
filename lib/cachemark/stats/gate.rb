# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether a release may pass. A cell whose cost surely lies above the threshold in the first set of pairs is alarmed. It
    # is a regression when the same is true of the second set alone, whose processes are all fresh: an unlucky memory layout
    # slows one process down, but not a release.
    class Gate
      # What the gate decided: `code` is 1 for a regression, 0 for none, 3 where it could not decide. `comparison` has the
      # verdicts over all pairs, `results` what became of each ("regression", "passed", "undecided", "invalid"). `first_set` are
      # the verdicts of the first set, `alarms` those of them above the threshold, `repeats` the second set's on the alarms.
      # `allowable`: whether `--allow-unresolved` may let a 3 pass.
      class Decision < Value.define(:code, :comparison, :results, :first_set, :alarms, :repeats, :threshold, :margin,
                                    allowable: true)
        include RunFacts

        # What a Comparison knows.
        %i[run verdicts noise environments outcome notes notations].each do |name|
          define_method(name) { comparison.public_send(name) }
        end

        # Array[Verdict]: the gating cells that got slower, twice.
        def regressions = verdicts_of("regression")

        # Array[Verdict]: those with too little evidence; invalid ones among them.
        def undecided = verdicts_of("undecided", "invalid")

        # Array[Verdict]: those that cost no more than the margin.
        def passed = verdicts_of("passed")

        # "regression", "passed", "undecided" or "invalid".
        #: (Verdict) -> String
        def result(verdict) = results.fetch(verdict)

        private

        def verdicts_of(*names) = verdicts.select { |verdict| names.include?(results[verdict]) }
      end

      class << self
        # `threshold` and `margin` as shares; by default those of the record's command.
        #: (Record, ?threshold: Float?, ?margin: Float?) -> Decision
        def of(record, threshold: nil, margin: nil) = new(record, threshold: threshold, margin: margin).decision

        # Ids of the comparisons of which a second set is needed, after the first.
        #: (Record, ?threshold: Float?) -> Array[String]
        def alarmed(record, threshold: nil)
          new(record, threshold: threshold).alarms.reject { |verdict| Gate.once?(verdict) }.map(&:comparison).uniq
        end

        # Ids of the comparisons that neither passed nor failed yet, and that more pairs could decide.
        #: (Record) -> Array[String]
        def open(record)
          decision = of(record)
          decision.undecided.reject { |verdict| verdict.verdict == "invalid" || Vocabulary::Metrics[verdict.metric].exact? }
                  .map(&:comparison).uniq
        end

        # Whether a verdict needs no second set: what the proxy counted is the same each time.
        #: (Verdict) -> bool
        def once?(verdict) = Vocabulary::Metrics[verdict.metric].once?
      end

      #: (Record, ?threshold: Float?, ?margin: Float?) -> void
      def initialize(record, threshold: nil, margin: nil)
        @record = record
        options = record.run["options"] || {}
        @threshold = threshold || options["threshold"] || 0.0
        @margin = margin || options["margin"] || Judgement::DEFAULTS["margin"]
      end

      # The verdicts of the first set that lie above the threshold.
      #: () -> Array[Verdict]
      def alarms = @alarms ||= first.verdicts.select { |verdict| verdict.above?(@threshold) }

      #: () -> Decision
      def decision
        results = whole.verdicts.to_h { |verdict| [verdict, result(verdict)] }
        Decision.new(code: code(results.values), comparison: whole, results: results.freeze, first_set: first.verdicts,
                     alarms: alarms, repeats: repeats, threshold: @threshold, margin: @margin, allowable: allowable?)
      end

      private

      def first = @first ||= Comparison.of(@record, set: 1)

      # Of all pairs: both sets of an alarmed cell.
      def whole = @whole ||= Comparison.of(@record)

      # The second set's verdicts on what is alarmed, and on nothing else: they are their own family.
      def repeats
        @repeats ||= begin
          once, again = alarms.partition { |verdict| Gate.once?(verdict) }
          names = again.map { |verdict| [verdict.comparison, verdict.metric] }
          ((names.any? ? Comparison.of(@record, set: 2, only: names).verdicts : []) + once).freeze
        end
      end

      # Code that did not change cannot have become slower: where noise leaves it open, it passes, unless it was alarmed.
      def result(verdict)
        return "invalid" if verdict.verdict == "invalid"

        if find(alarms, verdict)
          repeat = find(repeats, verdict)
          return "regression" if repeat&.above?(@threshold)
          return "undecided" unless repeat&.interval
        end
        verdict.below?(@margin) || verdict.identical ? "passed" : "undecided"
      end

      # A cell whose base cannot be measured is missing, and may be allowed. A head that fails or returns wrong replies may
      # not.
      def allowable?
        lost = @record.failures.map { |failure| failure["cell"] }
        whole.verdicts.select { |verdict| verdict.verdict == "invalid" }.all? do |verdict|
          line = @record.comparisons.find { |one| one["comparison"] == verdict.comparison }
          lost.include?(line["baseline"]) && !lost.include?(line["contender"])
        end
      end

      def find(verdicts, verdict) = verdicts.find { |one| [one.comparison, one.metric] == [verdict.comparison, verdict.metric] }

      def code(results)
        return 1 if results.include?("regression")

        results.any? && results.all?("passed") ? 0 : 3
      end
    end
  end
end
