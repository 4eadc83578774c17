# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether the judge judged rightly what was made to be judged: `controls` are those of the record
    # with the verdict that came, `gate` whether the gate stopped what is slower, and only that.
    Selftest = Value.define(:run, :controls, :gate, noise: [].freeze, environments: [].freeze, outcome: nil, notes: [].freeze) do
      include RunFacts

      # `judge` makes the Comparison and `gate` the Gate::Decision of a record: the ones that every
      # command uses, unless a test breaks one.
      #
      #: (Record, ?judge: #call, ?gate: #call) -> Selftest
      def self.of(record, judge: Comparison.method(:of), gate: Gate.method(:of))
        comparison = judge.call(record)
        controls = self::Control.all(record.controls, comparison) + self::Doubt.controls(record, judge)
        new(run: record.run, controls: controls.freeze, gate: self::GateControl.of(gate.call(record), controls),
            noise: comparison.noise, environments: record.environments, outcome: record.ending["outcome"],
            notes: comparison.notes)
      end

      # Whether every control, and the gate, came out as it must.
      #
      #: () -> bool
      def passed? = controls.any? && controls.all?(&:right?) && gate.right?
    end

    # One control: what it shows, which verdict is right, and the Verdict that was given (nil: none).
    Selftest::Control = Value.define(:shows, :contender, :scenario, :expected, :found) do
      # One for each of the record's lines.
      #
      #: (Array[Hash], Comparison) -> Array[Control]
      def self.all(lines, comparison)
        verdicts = comparison.verdicts.to_h { |verdict| [[verdict.contender, verdict.scenario], verdict] }
        lines.map do |line|
          new(shows: line["shows"], contender: line["contender"], scenario: line["scenario"], expected: line["expected"],
              found: verdicts[line.values_at("contender", "scenario")])
        end
      end

      # An invalid verdict must give no figure.
      #
      #: () -> bool
      def right? = found&.verdict == expected && (expected != "invalid" || found.effect.nil?)
    end

    # What is the same as far as was asked is not known to be the same a thousand times closer: who calls
    # that the same too takes "no difference was seen" for it.
    module Selftest::Doubt
      CLOSER = 1_000
      SHOWS = "what is not known to within the margin is not called the same"

      # The first control of equal code, judged again by a margin that no run of seconds can reach.
      #
      #: (Record, #call) -> Array[Control]
      def self.controls(record, judge)
        line = record.controls.find { |control| control["expected"] == "same" } or return []
        Selftest::Control.all([line.merge("shows" => SHOWS, "expected" => "unresolved")], judge.call(closer(record)))
      end

      def self.closer(record)
        margin = (record.run.dig("options", "margin") || Judge::DEFAULTS["margin"]) / CLOSER
        Record.from_lines(record.lines.map do |line|
          line["type"] == "run" ? line.merge("options" => (line["options"] || {}).merge("margin" => margin)) : line
        end)
      end
      private_class_method :closer
    end

    # What the gate stopped, beside what it should have: [[contender, scenario], ...].
    Selftest::GateControl = Value.define(:expected, :found) do
      #: (Gate::Decision, Array[Control]) -> GateControl
      def self.of(decision, controls)
        slower = controls.select { |control| control.expected == "slower" }
        new(expected: slower.map { |control| [control.contender, control.scenario] }.sort.freeze,
            found: decision.regressions.map { |verdict| [verdict.contender, verdict.scenario] }.sort.freeze)
      end

      def right? = expected == found
    end
  end
end
