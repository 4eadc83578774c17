# frozen_string_literal: true

module Cachemark
  module Report
    module History
      # What became slower or faster.
      module Changes
        extend Choice

        FORMATS = History::FORMATS
      end
    end
  end
end
