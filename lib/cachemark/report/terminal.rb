# frozen_string_literal: true

module Cachemark
  module Report
    # The table that people read first: time per call with its interval, calls a
    # second, x of `socket`, allocations; columns that do not fit are left out.
    class Terminal
      READ_FIRST = "Time per call, lower is better; ± is half of the 95 % interval over fresh processes. " \
                   "x socket is the cost over the least code that does the same work (C-backed clients can be below 1)."

      # `width` in columns; `record` is the record's path and `next_steps` the
      # commands worth running now, both for the last lines.
      #
      #: (Stats::Table, ?width: Integer, ?color: bool, ?record: String?, ?next_steps: Array[String]) -> void
      def initialize(table, width: 80, color: false, record: nil, next_steps: [])
        @table = table
        @width = width
        @color = color
        @record = record
        @next_steps = next_steps
      end

      #: () -> String
      def to_s
        [head, grid, latencies, footnotes, notes, closing].reject(&:empty?).map { |part| "#{part}\n" }.join("\n")
      end

      private

      def paint = @paint ||= Paint.new(@color)
      def wrap(text, head = "") = Wrap.text(text, @width, head: head)
      def marks = @marks ||= Footnotes.new(@table.listed)

      def head
        title = @table.suite["title"] || @table.suite["id"]
        [(paint.strong(title) if title), paint.faint(wrap(READ_FIRST))].compact.join("\n")
      end

      def grid = Grid.new(Columns.of(@table, marks, paint), @table.sections, @width, paint).to_s

      def latencies
        sections = @table.sections.filter_map do |section|
          rows = section.rows.select(&:latencies)
          section.with(rows: rows) if rows.any?
        end
        sections.empty? ? "" : Grid.new(Columns.of_latencies(@table), sections, @width, paint).to_s
      end

      def footnotes
        marks.sentences.each_with_index.map do |sentence, index|
          number = (index + 1).to_s.rjust(marks.sentences.size.to_s.size)
          wrap(sentence, "#{number}  ")
        end.join("\n")
      end

      def notes = (@table.notes + marks.common).map { |note| wrap(note, "Note: ") }.join("\n")

      def closing
        [("Record: #{@record}" if @record), *@next_steps.map { |step| "Next: #{step}" }].compact.join("\n")
      end
    end
  end
end
