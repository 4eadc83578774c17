# frozen_string_literal: true

module Cachemark
  module Stats
    # What a check found: `cases` of the contenders, of one that was looked at twice the worse; `controls` of what is known;
    # `failures` [[contender, reason], ...] of those that could not be examined to the end; `faults` {id => FaultFacts};
    # `axes` of those that were examined over their releases; `baseline` what was known to be bad before, nil where none was
    # given.
    class Check < Value.define(:run, :cases, :controls, :failures, faults: {}.freeze, axes: [].freeze, baseline: nil,
                                                                   environments: [].freeze, outcome: nil, notes: [].freeze)
      include RunFacts

      #: (Record) -> Check
      def self.of(record)
        controls, cases = in_order(record).map { |line| Outcome.of(line) }.partition(&:control)
        cases = cases.group_by { |one| [one.contender, one.case] }.values.map { |own| own.max_by(&:severity) }
        known = record.run.dig("options", "baseline")
        new(run: record.run, cases: cases.freeze, controls: Control.all(controls).freeze,
            failures: record.failures.map { |line| line.values_at("contender", "reason") },
            faults: record.faults.to_h { |line| [line["fault"], FaultFacts.of(line)] }.freeze,
            axes: Axis.all(record).freeze, baseline: known && Baseline.of(known),
            environments: record.environments, outcome: record.ending["outcome"], notes: Notes.of_run(record).freeze)
      end

      # Contenders as they were named, cases as they are listed: several were examined at a time.
      def self.in_order(record)
        contenders = record.run.dig("suite", "contenders") || []
        cases = record.faults.flat_map { |line| line["cases"] || [] }.each_with_index.to_h
        record.cases.sort_by.with_index do |line, at|
          [contenders.index(line["contender"]) || contenders.size, cases.fetch(line["case"], cases.size), at]
        end
      end
      private_class_method :in_order

      # Whether it did not come to its end: what was found by then stands, what was not found says nothing.
      #
      #: () -> bool
      def cut? = outcome != "complete"

      # Array[Control]: those that were judged wrongly, whatever was still to come.
      #
      #: () -> Array[Control]
      def misjudged = controls.reject { |one| one.right? || (cut? && one.open?) }

      # Whether nothing that was found can be relied on. Of a check that was cut short those controls count that had their
      # turn.
      #
      #: () -> bool
      def doubtful? = misjudged.any? || (controls.empty? && !cut?)

      # Whether it came to its end, and every control was judged rightly.
      #
      #: () -> bool
      def trusted? = !cut? && !doubtful?

      # Integer or nil: how many cases its contenders were to be put to; nil where releases decide that, and in old records.
      def planned = options["planned"]

      # Array[Outcome]: all that is bad.
      def bad = cases.select(&:bad?)

      # Array[Outcome]: what of it no baseline knows.
      def new_bad = baseline ? baseline.unknown(bad) : bad

      # [[Outcome, String], ...]: what a baseline knows as less bad, with its outcome then.
      def worse = baseline ? baseline.worse(bad) : []

      # Array[Outcome]: what a check fails for.
      def failing = [*new_bad, *worse.map(&:first)]

      # Array[String]: in the order of the command line.
      def contenders = cases.map(&:contender).uniq

      # Array[Outcome]: of the contenders that were named one by one, in the order of the cases.
      def matrix
        ranged = axes.flat_map { |axis| axis.contenders.values }
        cases.reject { |one| ranged.include?(one.contender) }
      end

      # Array[Outcome]: those that are told of one by one: of releases with the same outcome the first.
      def shown
        examples = axes.flat_map(&:examples)
        matrix + cases.select { |one| examples.include?([one.contender, one.case]) }
      end

      # What a case's fault is; one of that id alone where the record does not tell.
      #
      #: (Outcome) -> FaultFacts
      def fault(one) = faults.fetch(one.fault) { FaultFacts.new(id: one.fault) }

      # Array[String]: contenders that were named one by one, and could be put to no case.
      def untried = matrix.group_by(&:contender).select { |_, own| own.all?(&:absent) }.keys

      # 3 where it cannot be relied on, was not finished, or a contender cannot be built; 1 with any that is bad and no
      # baseline knows as that bad; else 0.
      #
      #: () -> Integer
      def code
        return 3 if !trusted? || failures.any? || untried.any?

        failing.any? ? 1 : 0
      end
    end
  end
end
