# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything a report may know about a run. Rows stand in the order of the
    # record's cells, samples (one a process) in that of the rows shown; Hashes come from the record as they are (String keys).
    Table = Value.define(:run, :rows, samples: [].freeze, environments: [].freeze, outcome: nil, notes: [].freeze) do
      include RunFacts

      # The table of a record, whether its run has ended or not.
      #
      #: (Record) -> Table
      def self.of(record) = Tabulation.new(record).table

      # Array[Row]: those that reports print; `socket` rides along unseen where nobody named it.
      def shown = rows.select(&:shown)

      # Array[Row]: the shown ones but those that nobody came to, which a note counts.
      def listed = shown - Status.unmeasured(shown, outcome)

      # Array[Section]: the listed rows of one contender each.
      def sections = Section.of(listed)

      # Integer: the iterations that classic totals stand for.
      def iterations
        options["iterations"] || suite["iterations"] || (suite["layout"] == "versions" ? 2_500 : 10_000)
      end
    end
  end
end
