# frozen_string_literal: true

module Cachemark
  module Stats
    # The differences between two contenders in a call of one scenario, by the counts of a record. Figures are per call, and a
    # positive difference means that `contender` does more than `baseline`. `looks` are in the order of the report.
    class Explanation < Value.define(:run, :baseline, :contender, :scenario, :label, :looks, environments: [].freeze,
                                     outcome: nil, notes: [].freeze)
      include RunFacts

      # Everything that one kind of look showed. `rows` differ; `totals` are [baseline, contender] of all sites, nil if the
      # look has none. `varying` is the number of sites that differ only as two processes of one contender do. `reason` and
      # `try` say why there is nothing.
      Look = Value.define(:name, :rows, totals: nil, varying: 0, reason: nil, try: nil) do
        # The sum of all rows.
        #: () -> Float
        def difference = rows.sum(&:difference)

        #: () -> Float
        def bytes_difference = rows.sum { |row| row.bytes_difference || 0.0 }

        # Whether the contenders differ.
        #: () -> bool
        def differs? = rows.any?
      end

      # A site in which the contenders differ. `place` and `text` are those of the line that differs most. `costs` and `bytes`
      # are [baseline, contender] per call.
      Row = Value.define(:name, :place, :costs, text: nil, bytes: nil) do
        #: () -> Float
        def difference = costs.last - costs.first

        #: () -> Float?
        def bytes_difference = bytes && (bytes.last - bytes.first)

        # The figure that rows are sorted by.
        #: () -> [Float, Float]
        def contribution = [bytes_difference || difference, difference]

        #: () -> bool
        def more? = contribution.find(&:nonzero?)&.positive? || false

        #: () -> [Float, Float]
        def size = contribution.map(&:abs)
      end

      class << self
        # The explanation of a record of `explain`, whether its run has ended or not.
        #: (Record) -> Explanation
        def of(record) = between(record, record.cells.first(2), nil)

        # The explanation of a comparison in a record of `gate`; nil if there is none.
        #: (Record, String) -> Explanation?
        def of_comparison(record, id)
          return if (record.traces + record.events).none? { |line| explains?(line, id) }

          names = record.comparisons.find { |line| line["comparison"] == id }.values_at("baseline", "contender")
          between(record, names.map { |name| record.cells.find { |cell| cell["cell"] == name } }, id)
        end

        private

        def explains?(line, id) = line["look"] && line["comparison"] == id

        def between(record, cells, comparison)
          baseline, contender = cells.map { |cell| cell["contender"] }
          scenario = cells.first["scenario"]
          new(run: record.run, baseline: baseline, contender: contender, scenario: scenario, label: scenario.split("/").last,
              looks: Looks.new(record, cells, comparison: comparison).to_a, environments: record.environments,
              outcome: record.ending["outcome"], notes: [*Notes.of_run(record), *failures(record)].freeze)
        end

        def failures(record)
          record.failures.map { |failure| Remark.recorded("#{failure["contender"]}: #{Remark.read(failure["reason"])}") }
        end
      end

      # Whether nothing differs.
      #: () -> bool
      def same? = looks.none?(&:differs?)
    end
  end
end
