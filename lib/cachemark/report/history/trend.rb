# frozen_string_literal: true

module Cachemark
  module Report
    module History
      # Series over time, by the lines within which they are comparable.
      module Trend
        extend Choice

        FORMATS = History::FORMATS
      end
    end
  end
end
