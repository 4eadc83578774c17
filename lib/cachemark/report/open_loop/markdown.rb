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
          @sheet = Report::Markdown::Sheet.new(table)
        end

        #: () -> String
        def to_s
          @sheet.text(READ_FIRST, after: Markup.list(Words.highest(@table))) do |rows|
            Markup.table(HEADINGS, rows.map { |row| cells(row) }, left: LEFT)
          end
        end

        private

        def cells(row)
          sent = row.ok? && !row.fell_behind ? Words.sent(row) : "**#{Words.sent(row)}**"
          percentiles = Stats::Latencies::HEADINGS.values.map { |name| name == :p99_ns ? Words.p99(row) : Words.percentile(row, name) }
          [Markup.text(@sheet.labels.short(row)), Words.rate(row.rate), sent, Figures.percent(row.utilisation),
           *percentiles.map { |text| Markup.text(text) }, @sheet.marks.numbers(row).join(", ")]
        end
      end
    end
  end
end
