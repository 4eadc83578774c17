# frozen_string_literal: true

module Cachemark
  module Stats
    class Check
      # A control and a situation: what should come of it ("caught", or "passes" for the reference), and its outcomes.
      Control = Value.define(:contender, :control, :situation, :expected, :outcomes) do
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
        def right? = expected == "caught" ? bad.any? : bad.empty?

        # Whether more variants could still make it right.
        #
        #: () -> bool
        def open? = expected == "caught" && bad.empty?

        private

        def bad = outcomes & BAD
      end
    end
  end
end
