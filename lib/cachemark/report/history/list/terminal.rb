# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module List
        # The records by where they were measured, in the order in which they were begun.
        class Terminal
          Column = Report::Terminal::Columns::Column
          private_constant :Column

          #: (Array[History::Entry], **Object) -> void
          def initialize(entries, **page)
            @entries = entries
            @page = Page.new(**page)
          end

          #: () -> String
          def to_s
            return @page.text("No record is in the history yet: cachemark history add RECORD") if @entries.empty?

            @page.text(grid, "#{@entries.size} record#{"s" unless @entries.size == 1}.")
          end

          private

          def grid
            places = @entries.group_by { |entry| History.place(entry) }
            sections = places.map { |place, own| Stats::Section.new(heading: place, rows: own) }
            Report::Terminal::Grid.new(columns, sections, @page.width, @page.paint, heading: :heading.to_proc).to_s
          end

          def columns
            [column("begun", 0) { |entry| History.time(entry.started_at) }, column("command", 0) { |entry| entry.command.to_s },
             column("suite", 3) { |entry| entry.suite.to_s },
             column("costs", 2, align: :right) { |entry| entry.figures.positive? ? Figures.count(entry.figures) : "" },
             column("ended", 4) { |entry| entry.outcome || "not" }, column("id", 1, &:id)]
          end

          def column(heading, keep, align: :left, &cell)
            Column.new(heading: heading, keep: keep, align: align, cell: cell)
          end
        end
      end
    end
  end
end
