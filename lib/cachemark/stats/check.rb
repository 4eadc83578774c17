# frozen_string_literal: true

module Cachemark
  module Stats
    # What a check found: `cases` of the contenders, the worse outcome of a case that was examined twice; `controls`, whose
    # outcomes are known before; `failures` [[contender, reason], ...] of contenders that could not be examined to the end;
    # `faults` {id => FaultFacts}; `axes` of contenders that were examined over their releases; `baseline`, what was known to be
    # bad before, nil without one.
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

      # Contenders in the order of the command line, cases as they are listed: several were examined at a time.
      def self.in_order(record)
        contenders = record.run.dig("suite", "contenders") || []
        cases = record.faults.flat_map { |line| line["cases"] || [] }.each_with_index.to_h
        record.cases.sort_by.with_index do |line, at|
          [contenders.index(line["contender"]) || contenders.size, cases.fetch(line["case"], cases.size), at]
        end
      end
      private_class_method :in_order

      # Whether it was interrupted: findings are valid, absent findings prove nothing.
      #: () -> bool
      def cut? = outcome != "complete"

      # Array[Control]: those that were judged wrongly, whatever the rest of the check would have shown.
      #: () -> Array[Control]
      def misjudged = controls.reject { |one| one.right? || (cut? && one.open?) }

      # Whether no finding can be trusted. Of an interrupted check only the controls count that were examined.
      #: () -> bool
      def doubtful? = misjudged.any? || (controls.empty? && !cut?)

      # Whether it was complete, and every control was judged correctly.
      #: () -> bool
      def trusted? = !cut? && !doubtful?

      # Integer or nil: how many cases were planned; nil where that depends on releases, and in old records.
      def planned = options["planned"]

      # Array[Outcome]: all that is bad.
      def bad = cases.select(&:bad?)

      # Array[Outcome]: the bad ones that no baseline knows.
      def new_bad = baseline ? baseline.unknown(bad) : bad

      # [[Outcome, String], ...]: those that a baseline knows as less bad, with the outcome then.
      def worse = baseline ? baseline.worse(bad) : []

      # Array[Outcome]: those for which the check fails.
      def failing = [*new_bad, *worse.map(&:first)]

      # Array[String]: in the order of the command line.
      def contenders = cases.map(&:contender).uniq

      # Array[Outcome]: of the contenders that were named one by one, in the order of the cases.
      def matrix
        ranged = axes.flat_map { |axis| axis.contenders.values }
        cases.reject { |one| ranged.include?(one.contender) }
      end

      # Array[Outcome]: those that are reported one by one: of releases with the same outcome the first.
      def shown
        examples = axes.flat_map(&:examples)
        matrix + cases.select { |one| examples.include?([one.contender, one.case]) }
      end

      # The fault of a case; only its id where the record has no facts.
      #: (Outcome) -> FaultFacts
      def fault(one) = faults.fetch(one.fault) { FaultFacts.new(id: one.fault) }

      # Array[String]: contenders that were named one by one, and could not be examined at all.
      def untried = matrix.group_by(&:contender).select { |_, own| own.all?(&:absent) }.keys

      # The exit code: 3 where the check cannot be trusted, was interrupted, or a contender cannot be built; 1 for bad outcomes
      # that no baseline knows as that bad; else 0.
      #: () -> Integer
      def code
        return 3 if !trusted? || failures.any? || untried.any?

        failing.any? ? 1 : 0
      end

      # One case of one contender: `n` trials, of which `times` had this outcome. `control` is nil, "socket", or the mutant of a
      # control. A sweep has `points`, some of them `unsafe`. `absent`: the contender cannot be built here. `peers` are the other
      # contenders in the case, `discarded` is {outcome, "unprepared" or "unmet" => trials that do not count}. `history`, `octets`
      # and `ending` are of the trial that decided, as the record has them.
      Outcome = Value.define(
        :case, :fault, :contender, :mode, :outcome, :reason, :n, times: 0, control: nil, points: nil, unsafe: nil,
        absent: false, ending: nil, discarded: {}.freeze, peers: [].freeze, history: [].freeze, octets: [].freeze
      ) do
        # Of a record's line.
        #: (Hash) -> Outcome
        def self.of(line)
          known = line.slice(*members.map(&:to_s))
          new(**known.transform_keys(&:to_sym))
        end

        # "interrupt"
        def category = self[:case].split("/").first

        def bad? = Vocabulary::Outcomes.bad?(outcome)

        # Whether reports mention it.
        #: () -> bool
        def reported? = !%w[PASS UNSUPPORTED].include?(outcome)

        # Whether the case was tried.
        def tried? = outcome != "UNSUPPORTED"

        # The reason in one line, safe for a terminal: some runtimes add lines that point into the code.
        def headline = reason.to_s.lines.first.to_s.strip.gsub(/[[:cntrl:]]/) { |char| format("\\x%02X", char.ord) }

        # Integer: 0 for PASS, more the worse it is.
        def severity = Vocabulary::Outcomes.rank(outcome)
      end

      # A control under a fault: the expected result ("caught", or "passes" for the reference), and its outcomes.
      Control = Value.define(:contender, :control, :fault, :expected, :outcomes) do
        #: (Array[Outcome]) -> Array[Control]
        def self.all(outcomes)
          outcomes.group_by { |one| [one.contender, one.control, one.fault] }.map do |(contender, control, fault), own|
            new(contender: contender, control: control, fault: fault,
                expected: Vocabulary::References.socket?(control) ? "passes" : "caught", outcomes: own.map(&:outcome).freeze)
          end
        end

        # A mutant is caught if at least one variant is bad; the reference passes in all.
        #: () -> bool
        def right? = expected == "caught" ? bad.any? : bad.empty?

        # Whether more variants could still catch it.
        #: () -> bool
        def open? = expected == "caught" && bad.empty?

        private

        def bad = outcomes & Vocabulary::Outcomes::BAD
      end

      # The facts of a fault that reports show: what happens in production, what must hold, and the source.
      FaultFacts = Value.define(:id, title: nil, happens: nil, invariant: nil, source: nil) do
        # Of a record's line.
        #: (Hash) -> FaultFacts
        def self.of(line)
          new(id: line["fault"], title: line["title"], happens: line["happens"], invariant: line["invariant"],
              source: line["source"])
        end
      end

      # What was bad before, in a file of the client's own repository: `known` {contender => {case => outcome}};
      # `stale` [[contender, case], ...] are cases that no longer exist; `path` is as the user typed it.
      Baseline = Value.define(:known, stale: [].freeze, path: nil) do
        # Of a record's options.
        #: (Hash) -> Baseline
        def self.of(kept) = new(known: kept["known"], stale: kept["stale"], path: kept["path"])

        # Those that are not known.
        #: (Array[Outcome]) -> Array[Outcome]
        def unknown(bad) = bad.reject { |one| of(one) }

        # What is worse than it was: [[outcome now, outcome before], ...].
        #: (Array[Outcome]) -> Array[[Outcome, String]]
        def worse(bad)
          bad.filter_map { |one| [one, of(one)] if of(one) && Vocabulary::Outcomes.rank(of(one)) < one.severity }
        end

        # What is less bad than it was: [[outcome now, outcome before], ...].
        #: (Array[Outcome]) -> Array[[Outcome, String]]
        def better(cases)
          cases.filter_map { |one| [one, of(one)] if of(one) && Vocabulary::Outcomes.rank(of(one)) > one.severity && one.tried? }
        end

        # With the outcomes of this check. Cases that were not examined stay as they are, if they still exist.
        #: (Array[Outcome], Array[String]) -> Baseline
        def renewed(cases, existing)
          examined = cases.select(&:tried?).to_h { |one| [[one.contender, one[:case]], one] }
          kept = known.flat_map { |contender, own| own.map { |id, outcome| [contender, id, outcome] } }
                      .select { |contender, id, _| existing.include?(id) && !examined.key?([contender, id]) }
          found = cases.select(&:bad?).map { |one| [one.contender, one[:case], one.outcome] }
          self.class.of_rows(kept + found)
        end

        # Sorted, so that version control shows only changes.
        #: (Array[[String, String, String]]) -> Baseline
        def self.of_rows(rows)
          sorted = rows.sort.group_by(&:first)
          new(known: sorted.transform_values { |own| own.to_h { |_, id, outcome| [id, outcome] } })
        end

        private

        def of(one) = known.dig(one.contender, one[:case])
      end
    end
  end
end
