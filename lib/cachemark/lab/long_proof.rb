# frozen_string_literal: true

module Cachemark
  module Lab
    # The proof again, as long as a block: of a block only the last replies are compared, and of
    # its calls a client may answer others wrongly. Once a run for each cell, in a process that
    # has measured all it will.
    class LongProof
      # Calls of the longest proof.
      MOST_CALLS = 1_000
      # Comparing takes longer than calling.
      DEADLINE_S = 60
      private_constant :MOST_CALLS, :DEADLINE_S

      #: (Proving) -> void
      def initialize(proving)
        @proving = proving
        @proved = {}
      end

      # Nil, or why the cell has no speed: [status, reason]. Raises what a lost driver raises.
      #: (Bout, Driver::Session, String) -> [String, String]?
      def once(bout, session, process)
        return if @proved.key?(bout.id) || bout.longest.zero? || bout.proof == "none" || whole?(bout)

        @proved[bout.id] = true
        model = Plan::Model.of(bout.cell.scenario, iterations: iterations(bout))
        @proving.verify(bout, model, session, process, deadline_s: DEADLINE_S)
      end

      private

      # Of pairs every block compares all replies of its last pass, and here had no other.
      def whole?(bout) = bout.cell.scenario.pairs && bout.longest == 1

      # Each worker makes all of them.
      def iterations(bout) = [bout.longest.fdiv(bout.hands).ceil, MOST_CALLS.fdiv(bout.cell.scenario.calls).ceil].min
    end
  end
end
