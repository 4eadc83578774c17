# frozen_string_literal: true

module Cachemark
  module Stats
    # The middle of a list, which one wild block cannot move.
    module Median
      # The median in the unit of the values; nil for an empty list.
      #
      #: (Array[Numeric]) -> Numeric?
      def self.of(values)
        return if values.empty?

        sorted = values.sort
        middle = sorted.size / 2
        sorted.size.odd? ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0
      end
    end
  end
end
