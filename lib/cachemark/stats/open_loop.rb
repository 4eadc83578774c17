# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything a report may know about an open loop: calls that were due at their own times, at one rate or
    # more. `highest` has one entry for each cell, where a limit was given (`--slo`).
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

      # Array[Row]: the shown ones but those that nobody came to, which a note counts.
      def listed = shown - Status.unmeasured(shown, outcome)

      # Array[Section]: the listed rows of one contender each.
      def sections = Section.of(listed)

      # Integer?: ns under which 99 % of the calls were to stay.
      def slo_ns = options["slo_ns"]
    end
  end
end
