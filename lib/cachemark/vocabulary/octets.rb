# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # The octets of a trial, as the record has them: pieces, each with the side that it is from.
    module Octets
      # Takes the place of the side in an entry for omitted pieces.
      GAP = "left out"
    end
  end
end
