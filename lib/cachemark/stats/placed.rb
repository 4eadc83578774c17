# frozen_string_literal: true

module Cachemark
  module Stats
    # What belongs to one of the searches of a `find`: it has a `scenario` and a `mode`.
    module Placed
      #: () -> [String, String]
      def place = [scenario, mode]
    end
  end
end
