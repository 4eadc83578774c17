# frozen_string_literal: true

module Cachemark
  module Report
    # How to measure each row of a page again: the command, under an anchor that the row links to.
    class Repeats
      ALL = "Next to the record, this command repeats all of it; the command of a row repeats that row alone. A record locks " \
            "exact versions and scenarios; the order is drawn again."
      private_constant :ALL

      # The words of a command that repeats what a record has; `path` is the record's, if it has a file.
      #
      #: (String, String?) -> Array[String]
      def self.locked(command, path) = [command, "--locked", path&.split("/")&.last || "RECORD"]

      # The words that choose the scenario and the mode of a row.
      #
      #: (Row) -> Array[String]
      def self.place(row) = ["--scenario", row.scenario, *(["--mode", row.mode] unless row.mode == "sync")]

      # `all` are the words of the command that repeats the whole; the block makes of a row those that repeat it; `name` says
      # what a row is called.
      #
      #: (Array[Row], Array[String], ?name: #call) { (Row) -> Array[String] } -> void
      def initialize(rows, all, name: :label.to_proc, &command)
        @rows = rows
        @all = all
        @name = name
        @command = command
        @anchors = rows.each_with_index.to_h { |row, index| [row, "repeat-#{index + 1}"] }
      end

      # The column of a page's table that leads here.
      #
      #: () -> Column
      def column
        link = ->(row) { HTML.link("how", @anchors.fetch(row), label: "how to repeat #{@name.call(row)}") }
        Column.words("repeat", on: Part::PAGE, html: link) { "how" }
      end

      # The section of a page.
      #
      #: () -> Array
      def parts
        columns = [Column.words("row", &@name), Column.words("command", code: true) { |row| CommandLine.of(@command.call(row)) }]
        [Part::Heading.new(id: "repeat", text: "How to repeat it"), Part::Text.new(text: ALL, on: Part::PAGE),
         Part::Code.new(text: CommandLine.of(@all)),
         Table.of_rows(id: "repeats", caption: "How to repeat each row", rows: @rows, columns: columns,
                       anchor: @anchors.method(:fetch), on: Part::PAGE)]
      end
    end
  end
end
