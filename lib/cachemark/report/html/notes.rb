# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # Footnotes under their numbers, each of which a row can link to, and what holds for a whole table.
      class Notes < View
        template "notes"

        #: (Footnotes, ?notes: Array[String]) -> void
        def initialize(marks, notes: [])
          @marks = marks
          @notes = notes + marks.common
        end

        # The cell of a table that has a row's numbers.
        #
        #: () -> Column
        def column
          Column.new(heading: "notes", left: true, cell: ->(row) { @marks.numbers(row).join(", ") }, html: method(:links))
        end

        # Whether any row has one.
        #
        #: () -> bool
        def any? = @marks.sentences.any?

        private

        def links(row) = @marks.numbers(row).map { |number| %(<a href="#note-#{number}">#{number}</a>) }.join(", ")
      end
    end
  end
end
