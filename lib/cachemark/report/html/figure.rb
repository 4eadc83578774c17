# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # The place of one chart; what draws it finds it by its id.
      class Figure < View
        template "figure"

        # `words` tell what the chart shows and where the same figures stand as a table.
        #
        #: (String, String, String) -> void
        def initialize(id, title, words)
          @id = id
          @title = title
          @words = words
        end
      end
    end
  end
end
