# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # One chart: the id of its figure, its title, what it shows in `words`, and its Vega-Lite `spec`. `figures` are those that
      # no table of the page has: [what they are of, the figures as text].
      class Chart < Value.define(:id, :title, :words, :spec, figures: [].freeze)
        # Its place in a page, with those figures to unfold.
        #
        #: () -> String
        def figure = Layout.figure(id, title: title, words: words) + (figures.any? ? Unfolded.new(title, figures).to_s : "")
      end
    end
  end
end
