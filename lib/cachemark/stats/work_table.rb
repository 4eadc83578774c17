# frozen_string_literal: true

module Cachemark
  module Stats
    # What every cell of a record does on the wire, and in what that is not what its label
    # or its peers say.
    WorkTable = Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze) do
      include RunFacts

      # The table of a record, whether its run has ended or not.
      #
      #: (Record) -> WorkTable
      def self.of(record)
        rows = WorkRows.new(record).to_a
        new(run: record.run, rows: rows, environments: record.environments, outcome: record.ending["outcome"],
            notes: [*Notes.of_run(record), *Notes.unmeasured(record, rows), *first_pairs(record), *uneven(rows)].freeze)
      end

      # A proxy lets so many calls through, and no more.
      def self.first_pairs(record)
        counts = record.works.filter_map { |work| work["pairs"] }.minmax.compact.uniq
        counts.empty? ? [] : ["an iteration over pairs is one over the first #{counts.join(" to ")} of them"]
      end
      private_class_method :first_pairs

      # Totals of an iteration are of as many calls as its row makes.
      def self.uneven(rows)
        calls = rows.select { |row| row.shown && row.ok? }.filter_map(&:calls).minmax
        return [] if calls.uniq.size < 2

        ["an iteration is #{calls.join(" to ")} calls, by the row: totals of rows do not stand beside each other"]
      end
      private_class_method :uneven

      # Array[WorkRow]: those that reports print.
      def shown = rows.select(&:shown)

      # Array[WorkRow]: the shown ones but those that nobody came to, which a note counts.
      def listed = shown - Status.unmeasured(shown, outcome)

      # Array[Section]: the listed rows of one contender each.
      def sections = Section.of(listed)
    end
  end
end
