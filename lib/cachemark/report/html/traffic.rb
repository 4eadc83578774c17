# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # What rows do on the wire: chart and table.
      module Traffic
        MORE = { "round trips" => { value: :round_trips.to_proc }, "bytes out" => { value: :bytes_out.to_proc },
                 "bytes in" => { value: :bytes_in.to_proc }, "hits" => { value: :hits.to_proc },
                 "misses" => { value: :misses.to_proc } }.freeze
        private_constant :MORE

        class << self
          # nil without rows. `more` are further columns, `after` is HTML below the table.
          #
          #: (Array[Stats::WorkTable::Row], Cells, ?more: Array[Column], ?after: String) -> Section?
          def section(rows, cells, more: [], after: "")
            rows = rows.select { |row| cells.include?(row) }
            return if rows.empty?

            chart = Charts::Traffic.of(rows, cells)
            grid = Grid.new(id: "work", caption: "What each row sends in an iteration", rows: rows, columns: columns(rows) + more,
                            words: ->(row) { "#{row.contender} #{row.label} #{Work::Words.commands(row)}" })
            Section.new(id: "traffic", heading: "What each row sends", charts: [chart].compact,
                        body: "<p>#{Erubi.h(Work::READ_FIRST)}</p>#{chart&.figure}#{grid}#{after}")
          end

          # The columns that have something to say.
          #
          #: (Array[Stats::WorkTable::Row]) -> Array[Column]
          def columns(rows)
            labels = Labels.new(rows)
            all = [left("contender", &:contender), left("scenario") { |row| labels.short(row) },
                   left("commands") { |row| row.ok? ? Work::Words.commands(row) : row.status }, *counts,
                   Column.new(heading: "exceptions", cell: ->(row) { Work::Words.exceptions(row) }),
                   left("values") { |row| Work::Words.values(row) }]
            all.select { |column| rows.any? { |row| column.cell.call(row) != "" } }
          end

          private

          def counts
            MORE.map do |heading, more|
              Column.new(heading: heading, cell: ->(row) { Figures.count(more[:value].call(row)) }, **more)
            end
          end

          def left(heading, &cell) = Column.new(heading: heading, left: true, cell: cell)
        end
      end
    end
  end
end
