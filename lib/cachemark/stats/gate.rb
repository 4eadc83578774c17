# frozen_string_literal: true

module Cachemark
  module Stats
    # Decides whether a release may pass. A cell raises an alarm if its cost is surely above the threshold in the first set
    # of pairs. It is a regression if the second set alone confirms that. All processes of the second set are fresh, because
    # an unlucky memory layout slows one process down, but not a release. Without a threshold, that of a time is the margin,
    # and that of a count 0.
    class Gate
      # The exit code if only data was missing. Cachemark 1.0 had 3 for everything that was not decided.
      UNDECIDED = 4

      # The gate's decision. `code` is 1 for a regression, 0 for none, 4 if only data was missing, and 3 if anything was
      # invalid. `comparison` has the verdicts over all pairs, and `results` the result of each ("regression", "passed",
      # "undecided", "invalid"). `first_set` are the verdicts of the first set, `alarms` those of them above the threshold.
      # `repeats` are the second set's verdicts on the alarms. `allowable`: whether `--allow unresolved` may let a 3 or a 4
      # pass. `explanations` are those of regressions, by the id of the comparison.
      class Decision < Value.define(:code, :comparison, :results, :first_set, :alarms, :repeats, :margin, threshold: nil,
                                    allowable: true, explanations: {}.freeze)
        include RunFacts

        WORDS = { 0 => "passed", 1 => "regression", 3 => "invalid", UNDECIDED => "undecided" }.freeze
        private_constant :WORDS

        # The members of a Comparison.
        %i[run verdicts noise environments outcome notes notations].each do |name|
          define_method(name) { comparison.public_send(name) }
        end

        # The share above which a slowdown is an alarm.
        #: (Verdict) -> Float
        def threshold_of(verdict) = Gate.threshold(threshold, verdict, margin: margin)

        # String: the decision in a word: "passed", "regression", "undecided" or "invalid".
        def word = code == 3 && TimeMethod.first?(run) ? "undecided" : WORDS.fetch(code)

        # Array[Verdict]: the cells that are slower in both sets, the largest change first.
        def regressions = verdicts_of("regression").sort_by.with_index { |verdict, at| [-verdict.effect.to_f, at] }

        # Array[Verdict]: the cells with too little evidence, including invalid ones.
        def undecided = verdicts_of("undecided", "invalid")

        # Array[Verdict]: the cells that cost no more than the margin, or whose code did not change.
        def passed = verdicts_of("passed")

        # "regression", "passed", "undecided" or "invalid".
        #: (Verdict) -> String
        def result(verdict) = results.fetch(verdict)

        private

        def verdicts_of(*names) = results.select { |_verdict, result| names.include?(result) }.keys
      end

      class << self
        # `threshold` and `margin` are shares, by default those of the record's command.
        #: (Record, ?threshold: Float?, ?margin: Float?) -> Decision
        def of(record, threshold: nil, margin: nil) = new(record, threshold: threshold, margin: margin).decision

        # The threshold of a verdict; `given` is that of the command line.
        #: (Float?, Verdict, margin: Float) -> Float
        def threshold(given, verdict, margin:) = given || (Vocabulary::Metrics[verdict.metric].exact? ? 0.0 : margin)

        # Ids of the comparisons that need a second set after the first.
        #: (Record, ?threshold: Float?) -> Array[String]
        def alarmed(record, threshold: nil)
          gate = new(record, threshold: threshold)
          gate.alarms.reject { |verdict| gate.once?(verdict) }.map(&:comparison).uniq
        end

        # Whether each contender runs the code of its base, with the same options.
        #: (Record) -> bool
        def unchanged?(record)
          verdicts = Comparison.of(record).verdicts
          verdicts.any? && verdicts.all?(&:identical)
        end

        # Ids of the comparisons that neither passed nor failed yet, and that more pairs could decide.
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
        @threshold = threshold || options["threshold"]
        @margin = margin || Judgement.margin(options)
      end

      # Whether a verdict needs no second set, because its counts are the same each time. Without pairs, all are. Several
      # hosts repeat one another.
      #: (Verdict) -> bool
      def once?(verdict) = Counts.apart?(verdict.metric, @record) || verdict.hosts.count(&:effect) > 1

      # The verdicts of the first set that are above the threshold.
      #: () -> Array[Verdict]
      def alarms = @alarms ||= first.verdicts.select { |verdict| alarming?(verdict) && !negligible?(verdict) }

      #: () -> Decision
      def decision
        results = whole.verdicts.to_h { |verdict| [verdict, result(verdict)] }
        code = code(results.values)
        found = Decision.new(code: code, comparison: whole, results: results.freeze, first_set: first.verdicts, alarms: alarms,
                             repeats: repeats, threshold: @threshold, margin: @margin,
                             allowable: code == UNDECIDED || base_lost?)
        found.with(explanations: explanations(found.regressions))
      end

      private

      def alarming?(verdict) = verdict.above?(Gate.threshold(@threshold, verdict, margin: @margin))

      # Whether a count differs by less than matters. The same code in another folder can have a few instructions more in each
      # process, so that no number of processes shows it to be the same.
      def negligible?(verdict) = Vocabulary::Metrics[verdict.metric].exact? && once?(verdict) && verdict.verdict == "same"

      def first = @first ||= Comparison.of(@record, set: 1)

      # Over all pairs: of an alarmed cell, both sets.
      def whole = @whole ||= Comparison.of(@record, also: alarms.map { |verdict| [verdict.comparison, verdict.metric] })

      # The second set's verdicts on the alarms, and on nothing else: they are a separate family.
      def repeats
        @repeats ||= begin
          once, again = alarms.partition { |verdict| once?(verdict) }
          names = again.map { |verdict| [verdict.comparison, verdict.metric] }
          ((names.any? ? Comparison.of(@record, set: 2, only: names).verdicts : []) + once).freeze
        end
      end

      def explanations(slower)
        slower.map(&:comparison).uniq.to_h { |id| [id, Explanation.of_comparison(@record, id)] }.compact.freeze
      end

      # Code that did not change cannot have become slower. If noise leaves the question open, such code passes, unless it
      # raised an alarm.
      def result(verdict)
        return "invalid" if verdict.verdict == "invalid"

        if find(alarms, verdict)
          repeat = find(repeats, verdict)
          return "regression" if repeat && alarming?(repeat)
          return "undecided" unless repeat&.interval
        end
        verdict.below?(@margin) || verdict.identical ? "passed" : "undecided"
      end

      # Whether nothing is invalid except cells whose base cannot be measured. A head that fails or returns wrong replies is,
      # and so is a gate that did not come to its end.
      def base_lost?
        return false if @record.ending["outcome"] == "stopped early"

        lost = @record.failures.map { |failure| failure["cell"] }
        whole.verdicts.select { |verdict| verdict.verdict == "invalid" }.all? do |verdict|
          line = @record.comparisons.find { |comparison| comparison["comparison"] == verdict.comparison }
          lost.include?(line["baseline"]) && !lost.include?(line["contender"])
        end
      end

      def find(verdicts, verdict)
        verdicts.find { |other| [other.comparison, other.metric] == [verdict.comparison, verdict.metric] }
      end

      def code(results)
        return 1 if results.include?("regression")
        return 3 if results.empty? || results.include?("invalid")

        return 0 if results.all?("passed")

        TimeMethod.first?(@record.run) ? 3 : UNDECIDED
      end
    end
  end
end
