# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # A column of a page's table. `cell` makes its text of a row; `value` the number that it is sorted by, where text would
      # not do; `how` says, or tells of a row, where the figure comes from; `mark` is the class of a row's text, which gives it
      # its colour; `html` takes the place of what is more than text.
      Column = Value.define(:heading, :cell, value: nil, how: nil, mark: nil, html: nil, left: false) do
        # Those of a terminal's table, with what a page can say beside: heading => { value:, how:, mark: }.
        #
        #: (Array[Terminal::Columns::Column], Hash[String, Hash], ?first: String) -> Array[Column]
        def self.of(columns, more, first: "row")
          columns.map do |column|
            new(heading: column.heading.empty? ? first : column.heading, cell: column.cell, left: column.align == :left,
                **more.fetch(column.heading, {}))
          end
        end
      end
    end
  end
end
