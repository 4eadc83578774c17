# frozen_string_literal: true

module Cachemark
  module Report
    # The parts of a document beside its tables. `on` names the formats that show a part.
    module Part
      ALL = %i[terminal markdown html].freeze
      PAGE = %i[html].freeze
      TEXT = %i[terminal markdown].freeze

      # Begins a section of a page, which its navigation names. A section without anything in it is left out.
      Heading = Value.define(:id, :text, on: PAGE)

      # A paragraph that explains; `tone` as of a column, or "strong" and "faint".
      Text = Value.define(:text, tone: nil, on: ALL)

      # A command under a sentence.
      Code = Value.define(:text, on: PAGE)

      # Sentences or Items, one below the other. `unfold` is what Markdown calls a list that a click unfolds; `indent` sets
      # it in on a terminal.
      List = Value.define(:items, unfold: nil, indent: "", on: ALL)

      # One of a list: `mark` comes before its text, in the colour of `tone`; `details` are below it, a sentence or [name, sentence] each, and `code` is a command.
      # `link` is the anchor that its mark leads to on a page.
      Item = Value.define(:text, mark: nil, tone: nil, details: [].freeze, code: nil, link: nil) do
        # A sentence as an item of a list.
        #
        #: (Item | String) -> Item
        def self.of(item) = item.is_a?(Item) ? item : new(text: item)
      end

      # What holds for all of a document: sentences that are marked as notes.
      Notes = Value.define(:sentences, on: ALL)

      # The numbered sentences of a table's rows (Report::Footnotes).
      Numbered = Value.define(:footnotes, on: ALL)

      # Where the figures come from; `unfold` as of a list. A page has it at its end in any case.
      Origin = Value.define(unfold: nil, on: TEXT)

      # What is drawn on a page: `kind` names a chart of HTML::Charts, `of` is what it is drawn of.
      Chart = Value.define(:kind, :of, on: PAGE)

      # A chart in plain text, of `entries`: a line for each Point, with a Change or a Gap between two of them.
      TextChart = Value.define(:title, :entries, tone: "strong", on: %i[terminal].freeze)

      # A line of a text chart: its cells, and the change that is drawn with its interval; not `drawn`: only the cells are.
      Point = Value.define(:cells, effect: nil, interval: nil, drawn: true)

      # What is between two points: that the cost changed.
      Change = Value.define(:text, :tone)

      # What is between two points: that others are not shown.
      Gap = Value.define(:text)

      # Parts that only a page has, made when one is rendered: what they need costs more than the rest of a report.
      OnPage = Value.define(:make, on: PAGE)

      # HTML as it is.
      Markup = Value.define(:html, on: PAGE)
    end
  end
end
