# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # The five figures as the published program made them: three decimals of numbers that were rounded to two before,
      # everywhere the rate of the sets, and for an average the pass divided by its keys.
      module PublishedFigures
        class << self
          #: (Row) -> String
          def label(row) = Label.of(row.mode, plain: true)

          #: (Row, Row?) -> Array[String]
          def of(row, first)
            elapsed_s = row.pass_ns / 1e9
            calls = (row.latencies || {}).values_at(:min_ns, :max_ns)
            [twice(elapsed_s), rate(first), format("%0.3f", elapsed_s / row.calls),
             *calls.map { |ns| ns ? format("%0.3f", ns / 1e9) : "-" }]
          end

          private

          def rate(first) = first&.ok? ? twice(first.calls / (first.pass_ns / 1e9)) : "-"

          # The scripts wrote two decimals, which the README's program read and wrote with three.
          def twice(number) = format("%0.3f", format("%0.2f", number).to_f)
        end
      end
    end
  end
end
