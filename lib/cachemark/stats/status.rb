# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether a cell has a speed, and if not, why: [status, reason].
    # A wrong reply outranks everything that was timed.
    module Status
      UNMEASURED = "not measured before the run ended"

      class << self
        #: (Hash, Evidence) -> [String, String?]
        def of(cell, evidence)
          return ["unavailable", cell["reason"]] if cell["status"] == "unavailable"

          failed(evidence.failure(cell)) || disproved(evidence.proofs(cell)) || unmeasured(cell, evidence) || ["ok", nil]
        end

        private

        def failed(failure)
          [failure["status"], failure["reason"]] if failure
        end

        def disproved(proofs)
          wrong = proofs.find { |proof| !proof["ok"] }
          ["invalid", wrong["reason"] || "its replies were not the expected ones"] if wrong
        end

        def unmeasured(cell, evidence)
          ["failed", UNMEASURED] if evidence.blocks(cell).empty?
        end
      end
    end
  end
end
