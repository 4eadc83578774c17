# frozen_string_literal: true

module Cachemark
  module Stats
    # What a check found: `cases` of the contenders, `controls` of what is known; `failures` [[contender, reason], ...]
    # of those that could not be examined to the end.
    Check = Value.define(:run, :cases, :controls, :failures, environments: [].freeze, outcome: nil, notes: [].freeze) do
      include RunFacts

      #: (Record) -> Check
      def self.of(record)
        all = record.cases.map { |line| self::Outcome.of(line) }
        controls, cases = all.partition(&:control)
        failures = record.failures.map { |line| line.values_at("contender", "reason") }
        new(run: record.run, cases: cases.freeze, controls: self::Control.all(controls).freeze, failures: failures.freeze,
            environments: record.environments, outcome: record.ending["outcome"])
      end

      # Whether every control was judged rightly: else nothing that was found can be relied on.
      #
      #: () -> bool
      def trusted? = controls.any? && controls.all?(&:right?)

      # Array[Outcome]: for which `check` exits with 1.
      def bad = cases.select(&:bad?)

      # Array[String]: in the order of the command line.
      def contenders = cases.map(&:contender).uniq

      # 3 where it cannot be relied on, or was not finished; 1 with any that is bad; else 0.
      #
      #: () -> Integer
      def code
        return 3 if !trusted? || failures.any? || outcome != "complete"

        bad.any? ? 1 : 0
      end
    end

    # One case of one contender; `control` is nil, "socket", or the flaw of a control.
    Check::Outcome = Value.define(:case, :situation, :contender, :mode, :outcome, :reason, :n,
                                  times: 0, control: nil, history: [].freeze, octets: [].freeze) do
      # Of a record's line.
      #
      #: (Hash) -> Outcome
      def self.of(line)
        known = line.slice(*members.map(&:to_s))
        new(**known.transform_keys(&:to_sym))
      end

      # "interrupt"
      def category = self[:case].split("/").first

      def bad? = %w[FAIL CRASH HANG CORRUPT].include?(outcome)
    end

    # A control and a situation: what should come of it ("caught", or "passes" for the reference), and its outcomes.
    Check::Control = Value.define(:contender, :control, :situation, :expected, :outcomes) do
      #: (Array[Outcome]) -> Array[Control]
      def self.all(outcomes)
        outcomes.group_by { |one| [one.contender, one.control, one.situation] }.map do |(contender, control, situation), own|
          new(contender: contender, control: control, situation: situation,
              expected: control == "socket" ? "passes" : "caught", outcomes: own.map(&:outcome).freeze)
        end
      end

      # A flaw is caught by one variant at least; what must pass does in all.
      #
      #: () -> bool
      def right?
        bad = outcomes.select { |outcome| %w[FAIL CRASH HANG CORRUPT].include?(outcome) }
        expected == "caught" ? bad.any? : bad.empty?
      end
    end
  end
end
