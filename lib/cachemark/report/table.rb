# frozen_string_literal: true

module Cachemark
  module Report
    # Rows under columns. A terminal and Markdown show a part for each section under its heading; a page shows one table of
    # all rows, in which a column says what the headings say.
    #
    # `heading` makes the text of a section's heading, `origin` says what the figures of a row were made of, `words` is what
    # the filter of a page looks at, `anchor` the id by which a row is linked to. A terminal notes that columns up to the
    # priority `missed` did not fit; with `split`, such columns are in further tables below the first.
    Table = Value.define(:id, :caption, :columns, :sections, heading: :heading.to_proc, origin: nil, words: nil, anchor: nil,
                         missed: -1, split: false, slim: false, on: %i[terminal markdown html].freeze) do
      # The columns that a format shows: those that have something to say of a row. Markdown has all of them, so that tables
      # of several runs look alike, unless the table is `slim`.
      #
      #: (Symbol) -> Array[Column]
      def columns_for(format)
        columns.select do |column|
          column.on.include?(format) && (column.always || (format == :markdown && !slim) || rows.any? { |row| column.html || column.text(row) != "" })
        end
      end

      # Array: the rows of all sections.
      def rows = sections.flat_map(&:rows)
    end

    # A table of one section without a heading.
    #
    #: (rows: Array, **Object) -> Table
    def Table.of_rows(rows:, **members)
      new(sections: [Stats::Section.new(heading: "", rows: rows)], **members)
    end
  end
end
