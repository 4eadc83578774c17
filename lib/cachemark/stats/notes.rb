# frozen_string_literal: true

module Cachemark
  module Stats
    # The sentences that every report of a run has to carry.
    module Notes
      SEQUENTIAL = "intervals stay valid under peeking (--until): wider than those of a run of fixed length"
      FEW = "no interval where a row has fewer than #{Interval::FEWEST} fresh processes".freeze
      STEAL_PERCENT = 1

      class << self
        #: (Record, Array[Row]) -> Array[String]
        def of(record, rows)
          [outcome(record.ending), record.ending["broken_off"], placement(record.run["placement"] || {}), steal(record.ending),
           (SEQUENTIAL if record.run.dig("options", "until")),
           (FEW if rows.any? { |row| row.shown && row.ok? && row.interval.nil? })].compact
        end

        private

        def outcome(ending)
          return "the run has not ended: these are its figures so far" if ending.empty?
          return if ending["outcome"] == "complete"

          [ending["outcome"], ending["reason"]].compact.join(": ")
        end

        def placement(placement)
          return placement["note"] unless placement["pinned"] == false

          placement["note"] || "nothing is pinned to a core: figures shift by tens of percent between processes"
        end

        def steal(ending)
          percent = ending.dig("machine", "steal_percent")
          return if percent.nil? || percent < STEAL_PERCENT

          format("the host took %.1f %% of the CPU away during the run", percent)
        end
      end
    end
  end
end
