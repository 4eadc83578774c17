# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # A table per contender, with footnotes and provenance.
      class Markdown
        HEADINGS = ["", "rate", "sent", "busy", *Stats::Latencies::HEADINGS.keys, "notes"].freeze
        LEFT = ["", "notes"].freeze

        #: (Stats::OpenLoop) -> void
        def initialize(table)
          @table = table
          @marks = Footnotes.new(table.listed)
          @labels = Labels.new(table.shown)
        end

        #: () -> String
        def to_s
          parts = [title, READ_FIRST, *@table.sections.map { |section| section(section) }, Markup.list(Words.highest(@table)),
                   Markup.numbered(@marks.sentences), *(@table.notes + @marks.common).map { |note| "Note: #{Markup.text(note)}" },
                   Markup.list(Provenance.new(@table).sentences)]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def title = @table.suite["title"] ? "## #{Markup.text(@table.suite["title"])}" : ""

        def section(section)
          heading = "### #{Markup.text(Report::Terminal::Heading.of(section))}"
          [heading, Markup.table(HEADINGS, section.rows.map { |row| cells(row) }, left: LEFT)].join("\n\n")
        end

        def cells(row)
          sent = row.ok? && !row.fell_behind ? Words.sent(row) : "**#{Words.sent(row)}**"
          percentiles = Stats::Latencies::HEADINGS.values.map { |name| name == :p99_ns ? Words.p99(row) : Words.percentile(row, name) }
          [Markup.text(@labels.short(row)), Words.rate(row.rate), sent, Figures.percent(row.utilisation),
           *percentiles.map { |text| Markup.text(text) }, @marks.numbers(row).join(", ")]
        end
      end
    end
  end
end
