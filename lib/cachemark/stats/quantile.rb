# frozen_string_literal: true

module Cachemark
  module Stats
    # Quantiles by linear interpolation between order statistics (R's type 7).
    module Quantile
      # The value below which `share` (0.0..1.0) of the list lies; nil for an empty list.
      #
      #: (Array[Numeric], Float) -> Float?
      def self.of(values, share)
        return if values.empty?

        sorted = values.sort
        place = share * (sorted.size - 1)
        low = sorted[place.floor]
        low + ((sorted[place.ceil] - low) * (place - place.floor))
      end
    end
  end
end
