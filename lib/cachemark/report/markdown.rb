# frozen_string_literal: true

module Cachemark
  module Report
    # A table per contender for a page or a pull request, with footnotes and provenance.
    class Markdown
      HEADINGS = ["", "time per call", "calls/s", "x socket", "allocations", "notes"].freeze

      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
        @marks = Footnotes.new(table.listed)
        @labels = Labels.new(table.shown)
      end

      #: () -> String
      def to_s
        parts = [title, Terminal::READ_FIRST, *@table.sections.map { |section| section(section) }, footnotes, notes, provenance]
        "#{parts.reject(&:empty?).join("\n\n")}\n"
      end

      private

      def title = @table.suite["title"] ? "## #{text(@table.suite["title"])}" : ""

      def section(section)
        ["### #{text(Terminal::Heading.of(section))}", "", line(HEADINGS), line(["---", *["---:"] * 4, "---"]),
         *section.rows.map { |row| line(cells(row)) }, *latencies(section.rows.select(&:latencies))].join("\n")
      end

      def cells(row)
        ratio = Figures.ratio(row.socket_ratio, row.socket_ratio_interval)
        [text(@labels.short(row)), row.ok? ? Figures.time_of(row) : "**#{row.status}**", Figures.count(row.calls_per_s),
         ratio, Figures.number(row.allocations), @marks.numbers(row).join(", ")]
      end

      def latencies(rows)
        return [] if rows.empty?

        ["", line(["latency of single calls", *Stats::Latencies::HEADINGS.keys, "cpu per call"]), line(["---", *["---:"] * 6]),
         *rows.map { |row| line(latency_cells(row)) }]
      end

      def latency_cells(row)
        times = [*row.latencies.values_at(*Stats::Latencies::HEADINGS.values), row.cpu_ns]
        [text(@labels.short(row)), *times.map { |ns| Figures.time(ns) }]
      end

      def footnotes = @marks.sentences.each_with_index.map { |sentence, index| "#{index + 1}. #{text(sentence)}" }.join("\n")
      def notes = (@table.notes + @marks.common).map { |note| "Note: #{text(note)}" }.join("\n\n")
      def provenance = [*Published::Origin.new(@table).facts_of_run, made].map { |fact| text(fact) }.join("\n")

      def made
        command = CommandLine.of(@table.run["argv"])
        "- Cachemark #{@table.version}, #{@table.run["started_at"]}, seed #{@table.run["seed"]}: #{command}"
      end

      def line(cells) = "| #{cells.join(" | ")} |".squeeze(" ")

      def text(text) = Markup.text(text)
    end
  end
end
