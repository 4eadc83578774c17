# frozen_string_literal: true

module Cachemark
  module Report
    module Calibration
      # The columns of the tables of a calibration, from left to right.
      module Columns
        class << self
          #: () -> Array[Terminal::Columns::Column]
          def all
            [column("condition", 0, align: :left, narrow: 14, &:condition), column("judge", 0, align: :left, &:metric),
             column("injected", 2) { |row| share(row.injected) }, column("runs", 5) { |row| row.runs.to_s },
             column("result", 0) { |row| "#{row.hits} of #{row.count}" }, column("bound (95 %)", 1) { |row| bound(row) },
             column("of runs", 4) { |row| row.run_bound ? format("%.1f %%", (row.run_bound * 1000).ceil / 10.0) : "" },
             column("median", 4) { |row| share(row.seen) }, column("sees", 3) { |row| share(row.sees) }]
          end

          private

          def column(heading, keep, align: :right, narrow: nil, &cell)
            Report::Terminal::Columns::Column.new(heading: heading, keep: keep, align: align, narrow: narrow, cell: cell)
          end

          # Rounded so that it still holds.
          def bound(row)
            return format("at most %.1f %%", (row.bound * 1000).ceil / 10.0) if row.alarms

            format("at least %.1f %%", (row.bound * 1000).floor / 10.0)
          end

          def share(share) = share ? format("%.2f %%", share * 100) : ""
        end
      end
    end
  end
end
