# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # The columns of the terminal's table of verdicts, from left to right.
      module Columns
        class << self
          # Those that have something to say in one of the verdicts.
          #
          #: (Array[Stats::Verdict], Footnotes, Terminal::Paint, ?more: Array) -> Array[Terminal::Columns::Column]
          def of(verdicts, marks, paint, more: [])
            all = [*names(verdicts), *judgement(paint), *more, *origin(marks)]
            all.select { |column| column.heading == "" || verdicts.any? { |verdict| column.cell.call(verdict) != "" } }
          end

          private

          def column(heading, keep, align: :left, &cell)
            Terminal::Columns::Column.new(heading: heading, keep: keep, align: align, cell: cell)
          end

          def names(verdicts)
            names = Names.new(verdicts)
            columns = [column("", 0) { |verdict| names.of(verdict) }, column("metric", 0, &:metric)]
            names.metrics? ? columns : columns.first(1)
          end

          def judgement(paint)
            [column("verdict", 0) { |one| paint.verdict(one.verdict, Effects.verdict(one.verdict)) },
             column("effect", 0, align: :right) { |one| Effects.of(one.effect, one.interval) },
             column("sees", 1, align: :right) { |one| Effects.resolution(one.resolution) }]
          end

          def origin(marks)
            [column("per call", 3, align: :right) { |one| Effects.costs(one.costs, unit: one.unit) },
             column("pairs", 4, align: :right) { |one| one.pairs.zero? ? "" : one.pairs.to_s },
             column("notes", 2) { |one| marks.numbers(one).join(",") }]
          end
        end
      end
    end
  end
end
