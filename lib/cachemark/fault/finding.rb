# frozen_string_literal: true

module Cachemark
  module Fault
    # A violation of an invariant in a trial, or a fact to report.
    #
    # - `outcome`: one of Vocabulary::Outcomes, never PASS. `reason`: a sentence.
    # - `because`: Vocabulary::Outcomes::DOCUMENTED if the outcome is INFO only because the client documents this behaviour,
    #   else nil.
    # - `certain`: a busy machine cannot have caused it.
    Finding = Value.define(:outcome, :reason, because: nil, certain: nil) do
      #: (String, String) -> Finding
      def self.of(outcome, reason) = new(outcome: outcome, reason: reason)

      # The finding, which is INFO if the client documents this behaviour. documentation: its words, nil for none.
      #: (String?, String, String) -> Finding
      def self.unless_documented(documentation, outcome, reason)
        return of(outcome, reason) unless documentation

        new(outcome: "INFO", reason: "#{reason}: #{documentation}", because: Vocabulary::Outcomes::DOCUMENTED)
      end

      # The worst of several, the first of equal ones; nil without any.
      #: (Array[Finding]) -> Finding?
      def self.worst(found) = found.max_by(&:severity)

      # Sorts from harmless to bad. A documented failure is worse than a mere fact, so that no fact hides it.
      #: () -> Integer
      def severity = (2 * Vocabulary::Outcomes.rank(outcome)) + (because ? 1 : 0)
    end
  end
end
