# frozen_string_literal: true

module Cachemark
  module Report
    # A column of a table: what it says of a row, and all that a renderer has to know of it.
    #
    # - `heading`, and `short`, the heading in a terminal; `cell` makes the text of a row ("" where there is nothing to say)
    # - `align` is :right for figures, :left for words
    # - `keep` is the priority of its width: the highest is left out first where a table is too wide; 0 is never left out
    # - `narrow`: its text may be folded into lines of so many columns
    # - `number` is what a row is sorted by where text would not do
    # - `how` explains the figure of a row: a sentence, or what makes one of a row
    # - `tone` names what a row's text means ("slower", "CORRUPT", "status" ...): its colour in a terminal and on a page,
    #   and what Markdown prints in bold
    # - `html` makes the markup that a page shows in the place of the text; `code`: the text is a command
    # - `on`: the formats that have the column; `always`: it is there even if no row has anything to say
    Column = Value.define(:heading, :cell, short: nil, align: :right, keep: 0, narrow: nil, number: nil, how: nil, tone: nil,
                          html: nil, code: false, on: %i[terminal markdown html].freeze, always: false) do
      # A column of words.
      #
      #: (String, ?Integer, **Object) { (Object) -> String } -> Column
      def self.words(heading, keep = 0, **more, &cell) = new(heading: heading, keep: keep, align: :left, cell: cell, **more)

      # A column of figures.
      #
      #: (String, ?Integer, **Object) { (Object) -> String } -> Column
      def self.figures(heading, keep = 0, **more, &cell) = new(heading: heading, keep: keep, cell: cell, **more)

      # The text of a row, always a String.
      #
      #: (Object) -> String
      def text(row) = cell.call(row).to_s

      # The heading in a terminal.
      #
      #: () -> String
      def title = short || heading

      def left? = align == :left

      # What explains the figure of a row, nil where nothing does.
      #
      #: (Object) -> String?
      def explain(row) = how.respond_to?(:call) ? how.call(row) : how
    end
  end
end
