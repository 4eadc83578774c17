# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # How to measure each row again: the command, under an anchor that the row links to.
      class Repeats
        ALL = "Run beside the record, this repeats all of it; the command of a row repeats that row alone. What a record locks " \
              "are exact versions and scenarios; the order is drawn anew."
        private_constant :ALL

        # `all` repeats the whole, `command` makes of a row the words that repeat it; `name` tells what a row is called.
        #
        #: (Array[Row], all: Array[String], command: #call, ?name: #call) -> void
        def initialize(rows, all:, command:, name: :label.to_proc)
          @rows = rows
          @all = all
          @command = command
          @name = name
          @anchors = rows.each_with_index.to_h { |row, index| [row, "repeat-#{index + 1}"] }
        end

        # The cell of a table that leads here.
        #
        #: () -> Column
        def column
          Column.new(heading: "repeat", left: true, cell: ->(_row) { "how" }, html: lambda { |row|
            %(<a href="##{@anchors.fetch(row)}" aria-label="#{Erubi.h("how to repeat #{@name.call(row)}")}">how</a>)
          })
        end

        #: () -> Section
        def section
          grid = Grid.new(id: "repeats", caption: "How to repeat each row", rows: @rows, columns: columns,
                          anchor: @anchors.method(:fetch))
          Section.new(id: "repeat", heading: "How to repeat it", body: "<p>#{Erubi.h(ALL)}</p><p>#{code(@all)}</p>#{grid}")
        end

        private

        def columns
          [Column.new(heading: "row", left: true, cell: @name),
           Column.new(heading: "command", left: true, cell: ->(row) { CommandLine.of(@command.call(row)) },
                      html: ->(row) { code(@command.call(row)) })]
        end

        def code(words) = "<code>#{Erubi.h(CommandLine.of(words))}</code>"
      end
    end
  end
end
