# frozen_string_literal: true

module Cachemark
  module Report
    # The counts of rows that the user asked for: as columns, and as figures for other programs.
    module CountColumns
      # The number of columns that a narrow terminal drops later.
      KEEP = 2
      private_constant :KEEP

      class << self
        # A column for each metric that any of these rows has.
        #: (Array[Stats::Row | Stats::WorkTable::Row]) -> Array[Column]
        def of(rows) = metrics(rows).map { |metric| column(metric) }

        # The metrics of these rows, in the order in which they were counted.
        #: (Array[Stats::Row | Stats::WorkTable::Row]) -> Array[String]
        def metrics(rows) = rows.flat_map { |row| row.counts.keys }.uniq

        # The counts of a row with their units, for JSON.
        #: (Hash[String, Float]) -> Hash[String, Hash]
        def data(counts)
          counts.to_h do |metric, value|
            known = Vocabulary::Metrics[metric]
            [metric, { value: value, unit: known.measure, better: known.better }]
          end
        end

        # "instructions/call"
        #: (String) -> String
        def unit(metric) = Vocabulary::Metrics[metric].measure.sub(" per ", "/")

        private

        def column(metric)
          known = Vocabulary::Metrics[metric]
          Column.figures(metric, KEEP, number: ->(row) { row.counts[metric] }, how: how(known)) do |row|
            Figures.number(row.counts[metric])
          end
        end

        def how(known)
          "#{known.measure.capitalize}: the median of fresh processes that were not timed. #{known.better.capitalize} is better."
        end
      end
    end
  end
end
