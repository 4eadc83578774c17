# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether a cell has a speed, and if not, why: [status, reason].
    # A wrong reply outranks everything that was timed.
    module Status
      UNMEASURED = "not measured before the run ended"

      class << self
        # `measured`: whether there is anything to show of it.
        #: (Hash, Evidence, ?measured: bool) -> [String, String?]
        def of(cell, evidence, measured: evidence.blocks(cell).any?)
          return ["unavailable", cell["reason"]] if cell["status"] == "unavailable"

          failed(evidence.failure(cell)) || disproved(evidence.proofs(cell)) || departed(cell, evidence) ||
            (measured ? ["ok", nil] : ["failed", UNMEASURED])
        end

        # Rows that nobody came to because the run was ended: nothing is wrong with them. One that goes to
        # its end passes no row over.
        #: (Array[Row | WorkRow], String?) -> Array[Row | WorkRow]
        def unmeasured(rows, outcome)
          outcome == "complete" ? [] : rows.select { |row| row.shown && row.status == "failed" && row.reason == UNMEASURED }
        end

        private

        def failed(failure)
          [failure["status"], failure["reason"]] if failure
        end

        def disproved(proofs)
          wrong = proofs.find { |proof| !proof["ok"] }
          ["invalid", wrong["reason"] || "its replies were not the expected ones"] if wrong
        end

        def departed(cell, evidence)
          departure = TimedTraffic.departure(cell, evidence.blocks(cell), evidence.work(cell))
          ["invalid", departure] if departure
        end
      end
    end
  end
end
