# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether a release may pass. A cell whose cost lies above the threshold beyond doubt in the first
    # set of pairs is alarmed; it is a regression when the same is true of the second set alone, whose
    # processes are all fresh: a layout that makes one process slow makes no release slow.
    class Gate
      # What the proxy counted is the same each time: it needs no second set.

      class << self
        # `threshold` and `margin` as shares; by default what the record's command was told.
        #
        #: (Record, ?threshold: Float?, ?margin: Float?) -> Decision
        def of(record, threshold: nil, margin: nil) = new(record, threshold: threshold, margin: margin).decision

        # Ids of the comparisons of which a second set is needed, after the first.
        #
        #: (Record, ?threshold: Float?) -> Array[String]
        def alarmed(record, threshold: nil)
          alarms = new(record, threshold: threshold).alarms
          alarms.reject { |verdict| Vocabulary::Metrics[verdict.metric].once? }.map(&:comparison).uniq
        end

        # Ids of the comparisons that neither passed nor failed yet, and that more pairs could decide.
        #
        #: (Record) -> Array[String]
        def open(record)
          decision = of(record)
          decision.undecided.reject { |verdict| verdict.verdict == "invalid" || Vocabulary::Metrics[verdict.metric].exact? }
                  .map(&:comparison).uniq
        end
      end

      #: (Record, ?threshold: Float?, ?margin: Float?) -> void
      def initialize(record, threshold: nil, margin: nil)
        @record = record
        options = record.run["options"] || {}
        @threshold = threshold || options["threshold"] || 0.0
        @margin = margin || options["margin"] || Judge::DEFAULTS["margin"]
      end

      # The verdicts of the first set that lie above the threshold.
      #
      #: () -> Array[Verdict]
      def alarms = @alarms ||= first.verdicts.select { |verdict| verdict.above?(@threshold) }

      #: () -> Decision
      def decision
        results = whole.verdicts.to_h { |verdict| [verdict, result(verdict)] }
        found = { alarms: alarms, repeats: repeats, threshold: @threshold, margin: @margin }
        Decision.new(code: code(results.values), comparison: whole, results: results.freeze, allowable: allowable?, **found,
                     sentences: Sentences.new(results, first: first.verdicts, **found).to_a)
      end

      private

      def first = @first ||= Comparison.of(@record, set: 1)

      # Of all pairs: both sets of an alarmed cell.
      def whole = @whole ||= Comparison.of(@record)

      # The second set's verdicts on what is alarmed, and on nothing else: they are their own family.
      def repeats
        @repeats ||= begin
          again, once = alarms.partition { |verdict| !Vocabulary::Metrics[verdict.metric].once? }
          names = again.map { |verdict| [verdict.comparison, verdict.metric] }
          ((names.any? ? Comparison.of(@record, set: 2, only: names).verdicts : []) + once).freeze
        end
      end

      # What did not change cannot have become slower: where noise leaves it open, it passes. An alarm is
      # an alarm all the same.
      def result(verdict)
        return "invalid" if verdict.verdict == "invalid"

        if find(alarms, verdict)
          repeat = find(repeats, verdict)
          return "regression" if repeat&.above?(@threshold)
          return "undecided" unless repeat&.interval
        end
        verdict.below?(@margin) || verdict.identical ? "passed" : "undecided"
      end

      # What was not measured because its base cannot be is missing, as is what is not yet known. A head
      # that fails or answers wrong is no doubt that anybody may allow.
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
