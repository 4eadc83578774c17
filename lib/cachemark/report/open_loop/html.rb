# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # Latencies at rates, as a page.
      class HTML
        Page = Report::HTML
        LATENCY = "Latency from when a call was due to its end; a percentile is there only if ten calls took longer, in " \
                  "brackets its 95 % interval over fresh processes."
        private_constant :Page, :LATENCY

        #: (Stats::OpenLoop, ?record: Record?) -> void
        def initialize(table, record: nil)
          @table = table
          @rows = table.listed
          @path = record&.path
          @cells = Page::Cells.new(@rows)
          @labels = Labels.new(@rows)
          @notes = Page::Notes.new(Footnotes.new(@rows), notes: table.notes)
          @locked = Page::Locked.new("run", @path)
          @repeats = Page::Repeats.new(@rows, all: @locked.all, command: method(:repeat),
                                              name: ->(row) { [row.label, Words.rate(row.rate)].join(" ") })
        end

        #: () -> String
        def to_s
          chart = Page::Charts::Rates.of(@table, @cells)
          grid = Page::Grid.new(id: "rows", caption: "Latencies at rates", rows: @rows, columns: columns, origin: method(:origin),
                                words: ->(row) { "#{row.contender} #{row.label} #{row.mode} #{row.status}" })
          body = "<p>#{Erubi.h(READ_FIRST)}</p>#{chart&.figure}#{grid}#{@notes}"
          results = Page::Section.new(id: "results", heading: "Latencies at rates", body: body, charts: [chart].compact)
          Page::Document.new(@table, title: @table.suite["title"] || "Cachemark run", lead: Words.highest(@table),
                                     sections: [results, @repeats.section], record: @path).page
        end

        private

        def columns
          [column("contender", left: true, &:contender), column("scenario", left: true) { |row| @labels.short(row) },
           column("rate", value: :rate.to_proc) { |row| Words.rate(row.rate) },
           column("sent", value: :achieved.to_proc, how: "Calls a second that were made.") { |row| Words.sent(row) },
           column("busy", value: :utilisation.to_proc, how: "The share of the time in which a call was under way.") do |row|
             Figures.percent(row.utilisation)
           end,
           *percentiles, (@notes.column if @notes.any?), @repeats.column].compact
        end

        def percentiles
          Stats::Latencies::HEADINGS.map do |heading, name|
            column(heading, how: LATENCY, value: ->(row) { row.percentiles && row.percentiles[name] }) do |row|
              name == :p99_ns ? Words.p99(row) : Words.percentile(row, name)
            end
          end
        end

        def column(heading, **more, &cell) = Page::Column.new(heading: heading, cell: cell, **more)

        def origin(row)
          "#{row.contender}, #{row.label}: #{row.notation}; #{row.processes} fresh processes, #{row.blocks} blocks; " \
            "#{row.runtime}"
        end

        def repeat(row) = [*@locked.row(row), *(["--rate", row.rate.round.to_s] if row.rate)]
      end
    end
  end
end
