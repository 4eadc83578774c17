# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The figures of a chart as a table that a click unfolds.
      class Unfolded < View
        template "unfolded"

        # `figures` are [what they are of, the figures as text].
        #
        #: (String, Array[[String, String]]) -> void
        def initialize(title, figures)
          @title = title
          @figures = figures
        end
      end
    end
  end
end
