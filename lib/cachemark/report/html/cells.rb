# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The cells of a table as charts place them: scenarios (with their mode) are the groups, contenders the names.
      class Cells
        # `rows` are those that the table shows.
        #
        #: (Array[Row]) -> void
        def initialize(rows)
          labels = Labels.new(rows)
          @groups = rows.group_by { |row| key(row) }.transform_values { |own| labels.short(own.first) }
          shared = @groups.values.tally
          @groups = @groups.to_h { |key, label| [key, shared[label] > 1 ? full(*key) : label] }
        end

        # {group:, name:} of a row, or of whatever has its contender, scenario and mode.
        #
        #: (Row) -> Hash[Symbol, String]
        def place(row) = { group: @groups.fetch(key(row)), name: row.contender }

        # Whether a row of it is shown.
        #
        #: (Row) -> bool
        def include?(row) = @groups.key?(key(row))

        # Something's rows, those of one scenario together, in the order in which the scenarios first stand.
        #
        #: (Array[Row]) -> Array[Row]
        def in_groups(rows) = rows.group_by { |row| key(row) }.values.flatten

        private

        def key(row) = [row.scenario, row.mode]

        def full(scenario, mode) = [scenario, *(mode unless mode == "sync")].join(":")
      end
    end
  end
end
