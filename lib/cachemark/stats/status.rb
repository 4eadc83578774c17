# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether a cell has a speed, and if not, why: [status, reason], a Remark or as the record has it.
    # A wrong reply outranks everything that was timed.
    module Status
      UNMEASURED = Remark[:unmeasured]

      class << self
        # `measured`: whether there is anything to show of it.
        #: (Hash, Evidence, ?measured: bool) -> [String, (Remark | String)?]
        def of(cell, evidence, measured: evidence.blocks(cell).any?)
          return ["unavailable", cell["reason"]] if cell["status"] == "unavailable"

          failed(evidence.failure(cell)) || disproved(evidence.proofs(cell)) || departed(cell, evidence) ||
            (measured ? ["ok", nil] : ["failed", UNMEASURED])
        end

        # Rows that the run did not reach because it was ended: nothing is wrong with them. A run that went to its end
        # skipped no row.
        #: (Array[Row | WorkTable::Row], String?) -> Array[Row | WorkTable::Row]
        def unmeasured(rows, outcome)
          outcome == "complete" ? [] : rows.select { |row| row.shown && !row.reached }
        end

        private

        def failed(failure)
          [failure["status"], Remark.read(failure["reason"])] if failure
        end

        def disproved(proofs)
          wrong = proofs.find { |proof| !proof["ok"] }
          ["invalid", wrong["reason"] || Remark[:unexpected_replies]] if wrong
        end

        def departed(cell, evidence)
          departure = TimedTraffic.departure(cell, evidence.blocks(cell), evidence.work(cell))
          ["invalid", departure] if departure
        end
      end
    end
  end
end
