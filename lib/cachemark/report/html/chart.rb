# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # One chart: the id of its figure, its title, what it shows in `words`, and its Vega-Lite `spec`.
      Chart = Value.define(:id, :title, :words, :spec) do
        # Its place in a page.
        #
        #: () -> String
        def figure = Layout.figure(id, title: title, words: words)
      end
    end
  end
end
