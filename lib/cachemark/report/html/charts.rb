# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # What pages draw: each makes a Chart of values, or nil where there is nothing to be drawn.
      module Charts
      end
    end
  end
end
