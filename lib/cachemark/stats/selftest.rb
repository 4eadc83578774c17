# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether verdicts are right where the truth is known. `controls` are those of the record with their verdicts. `gate`
    # says whether the gate stopped the slower control, and only that one. `whole`: everything was measured and kept.
    Selftest = Value.define(:run, :controls, :gate, whole: true, noise: [].freeze, environments: [].freeze, outcome: nil,
                                                    notes: [].freeze) do
      include RunFacts

      # `judge` makes the Comparison of a record, and `gate` its Gate::Decision. They are those that every command uses,
      # unless a test breaks one.
      #: (Record, ?judge: #call, ?gate: #call) -> Selftest
      def self.of(record, judge: Comparison.method(:of), gate: Gate.method(:of))
        comparison = judge.call(record)
        controls = self::Control.all(record.controls, comparison) + self::TighterMargin.controls(record, judge)
        new(**RunFacts.of(record), controls: controls.freeze, gate: self::GateControl.of(gate.call(record), controls),
            noise: comparison.noise, notes: comparison.notes,
            whole: record.ending["outcome"] == "complete" && !record.ending["broken_off"])
      end

      # Whether every control, and the gate, had the right result in a complete selftest.
      def passed? = state == "passed"

      # "passed"; "failed" if a verdict was wrong; "undecided" if too little was measured.
      #: () -> String
      def state
        states = all.map(&:state)
        return "failed" if states.include?("wrong")

        whole && controls.any? && states.all?("right") ? "passed" : "undecided"
      end

      # Array[Control | GateControl]: everything that is judged.
      def all = [*controls, gate]
    end

    # One control: its purpose, the right verdict, and the Verdict that was found (or nil). `margin` is the share within
    # which two costs are the same.
    Selftest::Control = Value.define(:purpose, :contender, :scenario, :expected, :found, margin: nil) do
      # One control for each of the record's lines.
      #: (Array[Hash], Comparison) -> Array[Control]
      def self.all(lines, comparison)
        verdicts = comparison.verdicts.group_by { |verdict| [verdict.contender, verdict.scenario] }.transform_values(&:first)
        lines.map do |line|
          new(purpose: line["shows"], contender: line["contender"], scenario: line["scenario"], expected: line["expected"],
              found: verdicts[line.values_at("contender", "scenario")], margin: comparison.options["margin"])
        end
      end

      # An invalid verdict must not have a figure.
      def right? = found&.verdict == expected && (expected != "invalid" || found.effect.nil?)

      # "right"; "wrong" if the verdict contradicts the truth; "undecided" without a verdict, or with one that decides
      # nothing.
      #: () -> String
      def state
        return "right" if right?

        silent = found.nil? || found.verdict == "unresolved" || (found.verdict == "invalid" && found.effect.nil?)
        silent ? "undecided" : "wrong"
      end
    end

    # Two costs that are the same within the margin are not known to be the same within a thousandth of it. A judgement that
    # calls them the same there mistakes "no difference was detected" for "there is none".
    module Selftest::TighterMargin
      DIVISOR = 1_000
      PURPOSE = Remark[:tighter_margin]

      # The first control of equal code, judged again with a margin that no run of seconds can reach.
      #: (Record, #call) -> Array[Control]
      def self.controls(record, judge)
        line = record.controls.find { |control| control["expected"] == "same" } or return []
        control = line.merge("shows" => PURPOSE, "expected" => "unresolved")
        Selftest::Control.all([control], judge.call(with_tighter_margin(record)))
      end

      def self.with_tighter_margin(record)
        margin = Judgement.margin(record.run["options"]) / DIVISOR
        Record.from_lines(record.lines.map do |line|
          line["type"] == "run" ? line.merge("options" => (line["options"] || {}).merge("margin" => margin)) : line
        end)
      end
      private_class_method :with_tighter_margin
    end

    # The cells that the gate should have stopped, those that it stopped, and those that it let pass: [[contender, scenario],
    # ...].
    Selftest::GateControl = Value.define(:expected, :found, passed: [].freeze) do
      #: (Gate::Decision, Array[Control]) -> GateControl
      def self.of(decision, controls)
        slower = controls.select { |control| control.expected == "slower" }
        found = cells(decision.regressions)
        new(expected: cells(slower), found: found, passed: (cells(decision.passed) - found).freeze)
      end

      def self.cells(all) = all.map { |verdict| [verdict.contender, verdict.scenario] }.uniq.sort.freeze
      private_class_method :cells

      def right? = expected.any? && expected == found

      # "right"; "wrong" if the gate stopped a cell that is not slower, or let a slower one pass; else "undecided".
      #: () -> String
      def state
        return "right" if right?

        (found - expected).any? || (expected & passed).any? ? "wrong" : "undecided"
      end
    end
  end
end
