# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report needs of an open loop: calls that were due at their own times, at one rate or more. `highest`
    # has one entry for each cell, where a limit was given (`--slo`).
    class OpenLoop < Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze, highest: [].freeze)
      include RunFacts

      # Of a record, whether its run has ended or not.
      #
      #: (Record) -> OpenLoop
      def self.of(record)
        rows = Rows.new(record).to_a
        slo_ns = record.run.dig("options", "slo_ns")
        cells = rows.select { |row| row.shown && row.rate }.group_by { |row| [row.contender, row.scenario, row.mode] }
        new(run: record.run, rows: rows, environments: record.environments, outcome: record.ending["outcome"],
            notes: Notes.of_open_loop(record, rows).freeze,
            highest: slo_ns ? cells.values.map { |own| Highest.of(own, slo_ns) }.freeze : [].freeze)
      end

      # Array[Row]: those that reports print.
      def shown = rows.select(&:shown)

      # Array[Row]: the shown ones without those that the run did not reach, which a note counts.
      def listed = shown - Status.unmeasured(shown, outcome)

      # Array[Section]: the listed rows of one contender each.
      def sections = Section.of(listed)

      # Integer?: ns under which 99 % of the calls were to stay.
      def slo_ns = options["slo_ns"]

      # One cell at one rate. `rate` and `achieved` are calls a second, `utilisation` the share of the time in which a
      # call was under way, `late_*` what calls waited for the sender alone. `percentiles` are latencies from the times at
      # which calls were due; `intervals` has one for each of them, over processes. A cell without a speed has one row.
      Row = Value.define(
        :contender, :client, :scenario, :mode, :status,
        notation: nil, label: nil, section: nil, shown: true, reached: true, reason: nil, footnotes: [].freeze,
        version: nil, runtime: nil, versions: {}.freeze, file: nil, digest: nil, calls: nil,
        rate: nil, achieved: nil, fell_behind: nil, utilisation: nil, late_p99_ns: nil, late_max_ns: nil,
        processes: 0, blocks: 0, percentiles: nil, intervals: nil
      ) do
        # Whether the row has figures.
        #
        #: () -> bool
        def ok? = status == "ok"

        # The time under which 99 % of the calls stayed; nil where that is unknown.
        #
        #: () -> Integer?
        def p99_ns = percentiles && percentiles[:p99_ns]

        # Whether it kept up with the rate and 99 % of its calls stayed under a time.
        #
        #: (Integer) -> bool
        def held?(slo_ns) = ok? && !fell_behind && !p99_ns.nil? && p99_ns <= slo_ns
      end

      # The highest rate of a cell: `rate` is the highest that it held with every lower one, in calls a second, nil where it
      # held none; `stopped_at` is the next one, and `stopped_by` the reason. `beyond` are higher rates that it held again:
      # then the rate was not the reason.
      class Highest < Value.define(:contender, :client, :scenario, :mode, :label, :section, :slo_ns,
                                   rate: nil, stopped_at: nil, stopped_by: nil, beyond: [].freeze)
        class << self
          # Of the rows of one cell, from its lowest rate on.
          #: (Array[Row], Integer) -> Highest
          def of(rows, slo_ns)
            held = rows.take_while { |row| row.held?(slo_ns) }
            failed, *rest = rows.drop(held.size)
            cell = rows.first.to_h.slice(:contender, :client, :scenario, :mode, :label, :section)
            new(**cell, slo_ns: slo_ns, rate: held.last&.rate, stopped_at: failed&.rate, stopped_by: failed && reason(failed),
                        beyond: rest.select { |row| row.held?(slo_ns) }.map(&:rate).freeze)
          end

          private

          def reason(row)
            return row.reason unless row.ok?
            return Remark[:fell_behind] if row.fell_behind

            row.p99_ns ? Remark[:p99, ns: row.p99_ns] : Remark[:no_p99]
          end
        end
      end
    end
  end
end
