# frozen_string_literal: true

module Cachemark
  module Stats
    # A change of cost that `find` located between two neighbours and tested again with fresh pairs.
    # `skipped` names those between them that could not be measured: any of them may have made it.
    Change = Value.define(:from, :to, :scenario, :effect, :interval, mode: "sync", metric: "wall", label: nil, subject: nil,
                                                                     pairs: 0, skipped: [].freeze) do
      include Placed
    end
  end
end
