# frozen_string_literal: true

module Cachemark
  module Report
    module Run
      # The rows of a table by scenario and mode, the fastest first: what a reader compares.
      module Fields
        UNMEASURED = "not measured"
        private_constant :UNMEASURED

        class << self
          # The rows that the block keeps. A contender whose rows all lack figures for the same reason has one row, in a last
          # section.
          #: (Stats::Table) ?{ (Stats::Row) -> Object } -> Array[Stats::Section]
          def of(table, &keep)
            labels = Labels.new(table.shown)
            rows = keep ? table.listed.select(&keep) : table.listed
            absent, present = rows.group_by(&:contender).values.partition { |rows| absent?(rows) }
            fields = present.flatten.group_by { |row| [row.scenario, row.mode] }.values
            sections = fields.map { |rows| Stats::Section.new(heading: labels.short(rows.first), rows: sorted(rows)) }
            absent.empty? ? sections : [*sections, Stats::Section.new(heading: UNMEASURED, rows: absent.map(&:first))]
          end

          private

          def absent?(rows)
            rows.size > 1 && rows.none?(&:ok?) && rows.map { |row| [row.status, row.reason] }.uniq.one?
          end

          def sorted(rows) = rows.sort_by.with_index { |row, at| [row.ok? ? 0 : 1, row.wall_ns || 0, at] }
        end
      end
    end
  end
end
