# frozen_string_literal: true

module Cachemark
  module Stats
    # One version that `find` measured in one scenario: what it costs relative to the first one
    # (effect is cost ratio - 1). `name` is a version or a short commit, `position` its place in the range, from 0.
    Step = Value.define(:position, :name, :scenario, subject: nil, mode: "sync", metric: "wall", label: nil,
                                                     effect: nil, interval: nil, pairs: 0) do
      include Placed
    end
  end
end
