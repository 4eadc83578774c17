# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module Changes
        # A sentence for each change, the newest first.
        class Terminal
          READ_FIRST = "Of the cost of a call, by E-divisive: shifts of 1 % or more that chance makes in one of 100 series " \
                       "without any. It takes a dozen points to see one."

          #: (History::Review, **Object) -> void
          def initialize(review, **page)
            @review = review
            @page = Page.new(**page)
          end

          #: () -> String
          def to_s = @page.text(sentences, @page.paint.faint(@page.wrap(READ_FIRST)))

          private

          def sentences
            told = Sentences.review(@review)
            told.map { |sentence, direction| @page.paint.verdict(direction, @page.wrap(sentence)) }.join("\n")
          end
        end
      end
    end
  end
end
