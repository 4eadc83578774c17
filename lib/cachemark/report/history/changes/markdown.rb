# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module Changes
        # The same sentences as a list.
        class Markdown
          #: (History::Review) -> void
          def initialize(review)
            @review = review
          end

          #: () -> String
          def to_s = "## Cachemark changes\n\n#{Markup.list(Sentences.review(@review).map(&:first))}\n\n#{Terminal::READ_FIRST}\n"
        end
      end
    end
  end
end
