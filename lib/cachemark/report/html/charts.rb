# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The charts that documents name, as Vega-Lite: each is drawn of values, and nil where there is nothing to draw.
      module Charts
        DRAWN = {
          time: ->(of) { Costs.time(*of) }, ratio: ->(of) { Costs.ratio(*of) }, spread: ->(of) { Costs.spread(*of) },
          percentiles: ->(of) { Costs.percentiles(*of) }, course: ->(of) { Course.of(Stats::Course.of(of)) },
          changes: ->(of) { Changes.forest(*of) }, pairs: ->(of) { Changes.pairs(*of) }, steps: ->(of) { Changes.steps(of) },
          rates: ->(of) { Rates.of(*of) }, traffic: ->(of) { Traffic.of(*of) }
        }.freeze
        private_constant :DRAWN

        # The chart that a document names; nil where its values have nothing to draw.
        #
        #: (Part::Chart) -> Chart?
        def self.draw(part) = DRAWN.fetch(part.kind).call(part.of)

        # The cells of a table as charts place them: scenarios (with their mode) are the groups, contenders the names.
        class Cells
          # `rows` are those that the table shows; `names` are other names of contenders than their ids.
          #
          #: (Array[Row], ?names: Hash[String, String]) -> void
          def initialize(rows, names: {})
            labels = Labels.new(rows)
            @names = names
            @groups = rows.group_by { |row| key(row) }.transform_values { |own| labels.short(own.first) }
            shared = @groups.values.tally
            @groups = @groups.to_h { |key, label| [key, shared[label] > 1 ? full(*key) : label] }
          end

          # {group:, name:} of a row, or of whatever has its contender, scenario and mode.
          #
          #: (Row) -> Hash[Symbol, String]
          def place(row) = { group: @groups.fetch(key(row)), name: @names.fetch(row.contender, row.contender) }

          # Whether a row of it is shown.
          #
          #: (Row) -> bool
          def include?(row) = @groups.key?(key(row))

          # Something's rows, those of one scenario together, in the order in which the scenarios first appear.
          #
          #: (Array[Row]) -> Array[Row]
          def in_groups(rows) = rows.group_by { |row| key(row) }.values.flatten

          private

          def key(row) = [row.scenario, row.mode]
          def full(scenario, mode) = [scenario, *(mode unless mode == "sync")].join(":")
        end

        # One unit for an axis of times: [ns in it, its name], in which the middle of these times is a small number.
        #
        #: (Array[Numeric]) -> [Float, String]
        def self.unit(times_ns)
          size, unit = Figures.unit(times_ns.sort[times_ns.size / 2])
          [size.to_f, unit]
        end
      end
    end
  end
end
