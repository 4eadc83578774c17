# frozen_string_literal: true

module Cachemark
  module Report
    # How to repeat the measurement of each row of a page: the command, under an anchor that the row links to.
    class Repeats
      ALL = "This command repeats the whole run; the command of a row repeats only that row. Versions are " \
            "exact; the order is drawn again."
      private_constant :ALL

      # For a command that repeats a record. The block returns the words of the command that select a row.
      #: (Array[Row], String, Record, ?name: #call) ?{ (Row) -> Array[String] } -> Repeats
      def self.locked(rows, command, record, **more, &choice)
        all = [command, "--with", "locked=#{record.path || "RECORD"}"]
        choice ||= ->(row) { [row.contender, *place(row)] }
        new(rows, all, **more) { |row| [*all, *choice.call(row)] }
      end

      # The words of the command that select the scenario and the mode of a row.
      #: (Row) -> Array[String]
      def self.place(row) = ["--scenario", row.scenario, *(["--with", "mode=#{row.mode}"] unless row.mode == "sync")]

      # The words of a run without the files that it wrote: a repetition must not write them again.
      #: (Hash) -> Array[String]
      def self.words(run) = CommandLine.without(CommandLine.renewed(run["argv"].to_a), "--output")

      # The words of a comparison that repeats a row of another command: the contenders by their exact notations.
      #: (Array[String], Row, Hash) -> Array[String]
      def self.compare(notations, row, run)
        ["compare", *notations, *place(row), "--metric", row.metric, *servers(run)]
      end

      # The words about the servers of a run, for any command that measures the same clients. Contenders that name their own
      # memcached say so in their notations.
      #: (Hash) -> Array[String]
      def self.servers(run)
        memcached, count = (run["options"] || {}).values_at("memcached", "servers")
        words = CommandLine.renewed(run["argv"].to_a)
        own = CommandLine.conditions(words, %w[server]).flat_map { |server| ["--with", server] }
        [*(["--with", "memcached=#{memcached}"] if memcached), *own, *(CommandLine.only(words, "--allow") if own.any?),
         *(["--with", "ring=#{count}"] if count.to_i > 1 && own.empty?)]
      end

      # `all` are the words of the command that repeats the whole run. The block returns the words that repeat one row, and
      # `name` returns the name of a row.
      #: (Array[Row], Array[String], ?name: #call) { (Row) -> Array[String] } -> void
      def initialize(rows, all, name: :label.to_proc, &command)
        @rows = rows
        @all = all
        @name = name
        @command = command
        @anchors = rows.each_with_index.to_h { |row, index| [row, "repeat-#{index + 1}"] }
      end

      # The column of a page's table that links to this section. A row without a command has no link.
      #: () -> Column
      def column
        link = lambda do |row|
          @anchors[row] && Part::Phrase.new(text: "how", to: "##{@anchors[row]}", label: "how to repeat #{@name.call(row)}")
        end
        Column.words("repeat", on: Part::PAGE, rich: link) { |row| @anchors[row] && "how" }
      end

      # The section of a page.
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
