# frozen_string_literal: true

module Cachemark
  module Report
    module History
      # The entries of a history.
      module List
        extend Choice

        FORMATS = History::FORMATS
      end
    end
  end
end
