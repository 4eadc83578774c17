# frozen_string_literal: true

module Cachemark
  module Stats
    # The results of a check. `cases` are the contenders' outcomes; of a case that was examined twice, the worse one.
    # `controls` have outcomes that are known beforehand. `failures` are [[contender, reason], ...] of contenders whose
    # examination broke off. `faults` are {id => FaultFacts}. `axes` are contenders that were examined over their releases.
    # `baseline` has the outcomes that were already known to be bad, nil without a baseline. `unexamined` is {contender =>
    # ids of cases} of what `--fail-on first` did not examine.
    class Check < Value.define(:run, :cases, :controls, :failures, faults: {}.freeze, axes: [].freeze, baseline: nil,
                                                                   advisories: [].freeze, environments: [].freeze, outcome: nil,
                                                                   unexamined: {}.freeze, notes: [].freeze)
      include RunFacts

      # The outcome of a check that ended at its first failure (`--fail-on first`).
      FAILED_FAST = "failed fast"
      # The kind of the events with the cases that it did not examine.
      UNEXAMINED = "unexamined"

      #: (Record) -> Check
      def self.of(record)
        controls, cases = in_order(record).map { |line| Outcome.of(line) }.partition(&:control)
        cases = cases.group_by { |outcome| [outcome.contender, outcome.case] }.values.map { |own| own.max_by(&:severity) }
        known = record.run.dig("options", "baseline")
        new(**RunFacts.of(record), cases: cases.freeze, controls: Control.all(controls).freeze,
            failures: record.failures.map { |line| line.values_at("contender", "reason") },
            faults: record.faults.to_h { |line| [line["fault"], FaultFacts.of(line)] }.freeze,
            axes: Axis.all(record).freeze, baseline: known && Baseline.of(known),
            advisories: Advisory.all(record.run.dig("options", "advisories") || [], cases).freeze,
            unexamined: record.events.select { |line| line["kind"] == UNEXAMINED }
                              .to_h { |line| line.values_at("contender", "cases") }.freeze,
            notes: Notes.of_check(record).freeze)
      end

      # Sorts cases by contender, in the order of the command line, and then in the order of the list. Several are examined
      # at a time, so the record has another order.
      def self.in_order(record)
        contenders = record.run.dig("suite", "contenders") || []
        cases = record.faults.flat_map { |line| line["cases"] || [] }.each_with_index.to_h
        record.cases.sort_by.with_index do |line, at|
          [contenders.index(line["contender"]) || contenders.size, cases.fetch(line["case"], cases.size), at]
        end
      end
      private_class_method :in_order

      # Whether the check was interrupted. Its findings are valid, but absent findings prove nothing.
      def interrupted? = outcome != "complete"

      # Whether it ended at its first failure. The controls of the cases that failed did finish.
      def failed_fast? = outcome == FAILED_FAST

      # Array[Control]: the controls that were judged wrongly. In an interrupted check, a mutant that could still be caught is
      # not among them.
      #: () -> Array[Control]
      def misjudged
        proven = failed_fast? ? failing.map(&:fault) : []
        controls.reject { |control| control.right? || (interrupted? && control.open? && !proven.include?(control.fault)) }
      end

      # Whether no finding can be trusted. In an interrupted check only the controls count that were examined.
      def unreliable? = misjudged.any? || (controls.empty? && !interrupted?)

      # Whether the check was complete, and every control was judged correctly.
      def trusted? = !interrupted? && !unreliable?

      # Integer or nil: how many cases were planned; nil if that depends on releases, and in old records.
      def planned = options["planned"]

      # Array[Outcome]: all bad outcomes.
      def bad = cases.select(&:bad?)

      # Array[Outcome]: the bad outcomes that no baseline contains.
      def new_bad = baseline ? baseline.unknown(bad) : bad

      # [[Outcome, String], ...]: outcomes that are worse than in the baseline, with the outcome there.
      def worse = baseline ? baseline.worse(bad) : []

      # Array[Outcome]: the outcomes for which the check fails; with `--fail-on`, only outcomes that it names.
      def failing = [*new_bad, *worse.map(&:first)].select { |outcome| fail_on.include?(outcome.outcome) }

      # Array[String]: the outcomes of `--fail-on`, or all bad ones.
      def fail_on = options["fail_on"] || Vocabulary::Outcomes::BAD

      # Array[String]: in the order of the command line.
      def contenders = cases.map(&:contender).uniq

      # Array[Outcome]: outcomes of the contenders that were named one by one, in the order of the cases.
      def matrix
        ranged = axes.flat_map { |axis| axis.contenders.values }
        cases.reject { |outcome| ranged.include?(outcome.contender) }
      end

      # Array[Outcome]: outcomes that are reported one by one. Of adjacent releases with the same outcome, only the first.
      def shown
        examples = axes.flat_map(&:examples)
        matrix + cases.select { |outcome| examples.include?([outcome.contender, outcome.case]) }
      end

      # The fault of a case; only its id if the record has no facts about it.
      #: (Outcome) -> FaultFacts
      def fault(outcome) = faults.fetch(outcome.fault) { FaultFacts.new(id: outcome.fault) }

      # Array[String]: contenders that were named one by one, and ranges, that could not be examined at all.
      def untried
        matrix.group_by(&:contender).select { |_, own| own.all?(&:absent) }.keys +
          axes.select { |axis| axis.releases.empty? && axis.absent.any? }.map(&:name)
      end

      # The exit code. It is 3 if the check cannot be trusted or was interrupted, or if a contender cannot be built or
      # examined. It is 1 for bad outcomes that are new, or worse than in the baseline. It is 4 if a case had too few trials.
      # With advisories, it is 1 if a fixed release still shows one, and 3 if an affected release that ran does not.
      def code
        return 3 if unreliable? || (interrupted? && !failed_fast?) || failures.any?
        return Advisory.code(advisories) if advisories.any?
        return 3 if untried.any?
        return 1 if failing.any?

        cases.any?(&:short?) ? 4 : 0
      end

      # One case of one contender, whose exact release is in `notation`: `n` trials, of which `times` had this outcome.
      # `control` is nil, "socket", or the mutant of a control. A sweep has `points`, some of them `unsafe`. `absent`: the
      # contender cannot be built here. `peers` are the other contenders in the case. `discarded` is {outcome, "unprepared"
      # or "unmet" => trials that do not count}. `because`: why comparisons treat the outcome differently, as in
      # Vocabulary::Outcomes; nil for most, and in old records. `history`, `octets` and `ending` come from the trial that
      # decided, as the record has them.
      Outcome = Value.define(
        :case, :fault, :contender, :mode, :outcome, :reason, :n, notation: nil, times: 0, control: nil, points: nil, unsafe: nil,
        absent: false, ending: nil, discarded: {}.freeze, because: nil, peers: [].freeze, history: [].freeze, octets: [].freeze
      ) do
        # From a record's line.
        #: (Hash) -> Outcome
        def self.of(line)
          known = line.slice(*members.map(&:to_s))
          new(**known.transform_keys(&:to_sym))
        end

        # For example "interrupt".
        def category = self[:case].split("/").first

        def bad? = Vocabulary::Outcomes.bad?(outcome)

        def reported? = !%w[PASS UNSUPPORTED].include?(outcome)

        def doubted? = Vocabulary::Outcomes::DOUBTED.include?(outcome)

        def tried? = outcome != "UNSUPPORTED"

        # Whether a busy machine prevented trials, so that there is no outcome.
        def short? = !tried? && discarded.key?("unprepared")

        # Whether the fault cannot strike this client.
        def out_of_reach? = because == Vocabulary::Outcomes::OUT_OF_REACH

        # The reason in one line, safe for a terminal. Some runtimes append lines that point into the code.
        def headline = reason.to_s.lines.first.to_s.strip.gsub(/[[:cntrl:]]/) { |char| format("\\x%02X", char.ord) }

        # Integer: 0 for PASS, higher for worse outcomes.
        def severity = Vocabulary::Outcomes.rank(outcome)
      end

      # A control under a fault: the expected result ("caught", or "passes" for the reference), and its outcomes.
      Control = Value.define(:contender, :control, :fault, :expected, :outcomes) do
        #: (Array[Outcome]) -> Array[Control]
        def self.all(outcomes)
          groups = outcomes.group_by { |outcome| [outcome.contender, outcome.control, outcome.fault] }
          groups.map do |(contender, control, fault), own|
            new(contender: contender, control: control, fault: fault,
                expected: Vocabulary::References.socket?(control) ? "passes" : "caught", outcomes: own.map(&:outcome).freeze)
          end
        end

        # A mutant is caught if at least one variant is bad. The reference must pass in all.
        def right? = expected == "caught" ? bad.any? : bad.empty?

        # Whether more variants could still catch it.
        def open? = expected == "caught" && bad.empty?

        private

        def bad = outcomes & Vocabulary::Outcomes::BAD
      end

      # The facts of a fault that reports show: what happens in production, the invariant that must hold, and the source.
      FaultFacts = Value.define(:id, title: nil, happens: nil, invariant: nil, source: nil) do
        # From a record's line.
        #: (Hash) -> FaultFacts
        def self.of(line)
          new(id: line["fault"], title: line["title"], happens: line["happens"], invariant: line["invariant"],
              source: line["source"])
        end
      end

      # The outcomes that were bad before, from a file in the client's repository. `known` is {contender => {case =>
      # outcome}}. `stale` are [[contender, case], ...] with cases that no longer exist. `path` is as the user typed it.
      Baseline = Value.define(:known, stale: [].freeze, path: nil) do
        # From a record's options.
        #: (Hash) -> Baseline
        def self.of(kept) = new(known: kept["known"], stale: kept["stale"], path: kept["path"])

        # The outcomes that the baseline does not contain.
        #: (Array[Outcome]) -> Array[Outcome]
        def unknown(bad) = bad.reject { |outcome| of(outcome) }

        # Outcomes that are worse than before: [[outcome now, outcome before], ...].
        #: (Array[Outcome]) -> Array[[Outcome, String]]
        def worse(bad)
          bad.filter_map do |outcome|
            before = of(outcome)
            [outcome, before] if before && Vocabulary::Outcomes.rank(before) < outcome.severity
          end
        end

        # Outcomes that are less bad than before: [[outcome now, outcome before], ...].
        #: (Array[Outcome]) -> Array[[Outcome, String]]
        def better(cases)
          cases.filter_map do |outcome|
            before = of(outcome)
            [outcome, before] if before && Vocabulary::Outcomes.rank(before) > outcome.severity && outcome.tried?
          end
        end

        # The baseline with the outcomes of this check. Cases that were not examined keep their outcome, if they still exist.
        #: (Array[Outcome], Array[String]) -> Baseline
        def renewed(cases, existing)
          examined = cases.select(&:tried?).to_h { |outcome| [[outcome.contender, outcome[:case]], outcome] }
          kept = known.flat_map { |contender, own| own.map { |id, outcome| [contender, id, outcome] } }
                      .select { |contender, id, _| existing.include?(id) && !examined.key?([contender, id]) }
          found = cases.select(&:bad?).map { |outcome| [outcome.contender, outcome[:case], outcome.outcome] }
          self.class.of_rows(kept + found)
        end

        # Sorted, so that version control shows only changes.
        #: (Array[[String, String, String]]) -> Baseline
        def self.of_rows(rows)
          sorted = rows.sort.group_by(&:first)
          new(known: sorted.transform_values { |own| own.to_h { |_, id, outcome| [id, outcome] } })
        end

        private

        def of(outcome) = known.dig(outcome.contender, outcome[:case])
      end
    end
  end
end
