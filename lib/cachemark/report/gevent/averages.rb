# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # Where the published average, a pass divided by its keys, is not what a call took: where calls wait side by side.
      module Averages
        # The share by which they may differ without a word.
        ENOUGH = 0.1

        class << self
          #: (Library) -> Array[String]
          def of(library)
            library.tables.filter_map do |table|
              apart = table.rows.select { |row| row.ok? && row.latencies && apart?(row) }
              "#{table.name}: avg is elapsed / keys; the mean of the calls is #{means(table, apart)}" if apart.any?
            end
          end

          private

          def apart?(row) = ((row.latencies[:mean_ns] * row.calls / row.pass_ns) - 1).abs > ENOUGH

          def means(table, rows)
            rows.map { |row| "#{table.label(row)} #{Report::Figures.time(row.latencies[:mean_ns])}" }.join(", ")
          end
        end
      end
    end
  end
end
