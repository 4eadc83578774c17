# frozen_string_literal: true

module Cachemark
  module Stats
    class Check
      # A control and a fault: what should come of it ("caught", or "passes" for the reference), and its outcomes.
      Control = Value.define(:contender, :control, :fault, :expected, :outcomes) do
        #: (Array[Outcome]) -> Array[Control]
        def self.all(outcomes)
          outcomes.group_by { |one| [one.contender, one.control, one.fault] }.map do |(contender, control, fault), own|
            new(contender: contender, control: control, fault: fault,
                expected: Vocabulary::References.socket?(control) ? "passes" : "caught", outcomes: own.map(&:outcome).freeze)
          end
        end

        # A mutant is caught by one variant at least; what must pass does in all.
        #
        #: () -> bool
        def right? = expected == "caught" ? bad.any? : bad.empty?

        # Whether more variants could still make it right.
        #
        #: () -> bool
        def open? = expected == "caught" && bad.empty?

        private

        def bad = outcomes & Vocabulary::Outcomes::BAD
      end
    end
  end
end
