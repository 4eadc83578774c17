# frozen_string_literal: true

module Cachemark
  module Report
    # The table of a run as one page that loads nothing: every figure with its origin, charts, and how to repeat each row.
    class HTML
      # What a page can say of the columns that it shares with the terminal: the number to sort by, and what a figure is.
      MORE = {
        "time per call" => { value: :wall_ns.to_proc, mark: ->(row) { "status" unless row.ok? },
                             how: ->(row) { row.ok? ? TIME : [row.status, row.reason].compact.join(": ") } },
        "calls/s" => { value: :calls_per_s.to_proc, how: "Calls a second: one second over the time per call." },
        "x socket" => { value: :socket_ratio.to_proc,
                        how: "x socket: the cost over that of socket, the least code that does the same work, paired by round, " \
                             "with its 95 % interval." },
        "allocations" => { value: :allocations.to_proc, how: "Objects allocated per call, over all blocks." },
        "fastest" => { value: :fastest_ns.to_proc, how: "The fastest calls of all: the least sub-batch, per call." },
        "cpu" => { value: :cpu_ns.to_proc, how: "User and system time of the client's process, per call." },
        "GC" => { value: :gc_share.to_proc, how: "The share of the time that went into garbage collection." }
      }.freeze
      TIME = "Time per call: the mean over fresh processes of what a call took, disturbed blocks left out. ± is half of the " \
             "95 % interval over those processes."
      LATENCY = "Latency of single calls, each timed on its own; a percentile is there only if ten calls took longer."
      private_constant :MORE, :TIME, :LATENCY

      # `record` has what the table leaves out: the course of the run, and what the proxy saw.
      #
      #: (Stats::Table, ?record: Record?) -> void
      def initialize(table, record: nil)
        @table = table
        @record = record || Record.from_lines([])
        @rows = table.listed
        @cells = Cells.new(@rows)
        @marks = Footnotes.new(@rows)
        @notes = Notes.new(@marks, notes: table.notes)
        locked = Locked.new("run", @record.path)
        @repeats = Repeats.new(@rows, all: locked.all, command: locked.method(:row))
      end

      #: () -> String
      def to_s
        sections = [results, Section.of_charts("costs", "Costs", costs), latencies,
                    Section.of_charts("trust", "How steady it was", steadiness), Traffic.section(work, @cells), @repeats.section]
        Document.new(@table, title: title, lead: lead, sections: sections, record: @record.path).page
      end

      private

      def title = @table.suite["title"] || @table.suite["id"] || "Cachemark run"

      def lead = [Sentences::Run.summary(@table.summary)].compact

      def results
        grid = Grid.new(id: "rows", caption: "All rows, as they stand in the suite", columns: columns, rows: @rows,
                        origin: method(:origin), words: ->(row) { "#{row.contender} #{row.label} #{row.mode} #{row.status}" })
        body = "<p>#{Erubi.h(Terminal::READ_FIRST)}</p>#{grid}#{@notes}"
        Section.new(id: "results", heading: "Results", body: body)
      end

      def columns
        all = Column.of(Terminal::Columns.of(@table, @marks, Terminal::Paint.new(false)), MORE, first: "scenario")
        figures = all.reject { |column| column.heading == "notes" }
        [contender(how: method(:identity)), *figures, (@notes.column if @notes.any?), @repeats.column].compact
      end

      # The whole identity is told once a row.
      def contender(**more) = Column.new(heading: "contender", left: true, cell: :contender.to_proc, **more)

      def latencies
        rows = @rows.select(&:latencies)
        return if rows.empty?

        more = Stats::Latencies::HEADINGS.transform_values { |name| { value: ->(row) { row.latencies[name] }, how: LATENCY } }
        columns = [contender, *Column.of(Terminal::Columns.of_latencies(@table), more, first: "scenario")]
        chart = Charts::Percentiles.of(rows, @cells)
        grid = Grid.new(id: "latency-rows", caption: "Latencies of single calls", columns: columns, rows: rows,
                        origin: method(:origin))
        Section.new(id: "latencies", heading: "Latencies", body: "#{chart.figure}#{grid}", charts: [chart])
      end

      def costs = [Charts::Costs.time(@rows, @cells), Charts::Costs.ratio(@rows, @cells)]

      def steadiness
        [Charts::Spread.of(@rows, @table.samples, @cells), Charts::Course.of(Stats::Course.of(@record))]
      end

      def work = @record.works.any? ? Sentences.in(Stats::WorkTable.of(@record)).listed : []

      # What a row's figures were made of.
      def origin(row)
        name = "#{row.contender}, #{row.label}#{" (#{row.mode})" unless row.mode == "sync"}"
        "#{name}: #{Figures.count(row.processes)} fresh processes, #{Figures.count(row.blocks)} blocks, " \
          "#{Figures.count(row.iterations)} iterations of #{row.calls} calls"
      end

      # What the row is, as its own process reported it.
      def identity(row)
        [row.notation, row.runtime, row.versions.map { |name, version| "#{name} #{version}" }.join(", "),
         ("Code that was loaded: SHA-256 #{row.digest[0, 16]}…" if row.digest)].compact.reject(&:empty?).join("\n")
      end
    end
  end
end
