# frozen_string_literal: true

module Cachemark
  module Site
    # Columns of the tables of a site.
    module Columns
      class << self
        # Text; the block makes it of a row.
        #
        #: (String) { (Object) -> String? } -> Report::HTML::Column
        def text(heading, &cell) = HTML::Column.new(heading: heading, left: true, cell: cell)

        # A piece of HTML.
        #
        #: (String) { (Object) -> String } -> Report::HTML::Column
        def html(heading, &html) = HTML::Column.new(heading: heading, left: true, cell: nil, html: html)

        # A figure: `cell` makes its text of a row, the block the number that it is sorted by; `how` says where it comes from.
        #
        #: (String, #call, ?how: #call?) { (Object) -> Numeric? } -> Report::HTML::Column
        def figure(heading, cell, how: nil, &value) = HTML::Column.new(heading: heading, cell: cell, how: how, value: value)
      end
    end
  end
end
