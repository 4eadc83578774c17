# frozen_string_literal: true

module Cachemark
  module Report
    module Work
      # What rows send, as a page.
      class HTML
        #: (Stats::WorkTable, ?record: Record?) -> void
        def initialize(table, record: nil)
          @table = table
          @rows = table.listed
          @path = record&.path
          locked = Report::HTML::Locked.new("work", @path)
          @repeats = Report::HTML::Repeats.new(@rows, all: locked.all, command: locked.method(:row))
          @notes = Report::HTML::Notes.new(Footnotes.new(@rows), notes: table.notes)
        end

        #: () -> String
        def to_s
          more = [(@notes.column if @notes.any?), @repeats.column].compact
          work = Report::HTML::Traffic.section(@rows, Report::HTML::Cells.new(@rows), more: more, after: @notes.to_s)
          Report::HTML::Document.new(@table, title: @table.suite["title"] || "Cachemark work", sections: [work, @repeats.section],
                                             record: @path).page
        end
      end
    end
  end
end
