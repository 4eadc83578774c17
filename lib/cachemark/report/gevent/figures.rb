# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # The five figures of a row, right: seconds of a pass, keys a second of that very pass, and the mean, the least and
      # the most of its calls' own times in microseconds' digits.
      module Figures
        class << self
          # Without the options of a mode its rows could be taken for others.
          #
          #: (Row) -> String
          def label(row) = Label.of(row.mode)

          # `_first` is the row of the same mode in the library's first table.
          #
          #: (Row, Row?) -> Array[String]
          def of(row, _first)
            elapsed_s = row.pass_ns / 1e9
            calls = (row.latencies || {}).values_at(:mean_ns, :min_ns, :max_ns)
            [format("%0.3f", elapsed_s), format("%0.3f", row.calls / elapsed_s), *calls.map { |ns| seconds(ns) }]
          end

          private

          def seconds(ns) = ns ? format("%0.6f", ns / 1e9) : "-"
        end
      end
    end
  end
end
