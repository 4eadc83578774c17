# frozen_string_literal: true

module Cachemark
  module Stats
    # The same code against itself: how far two fresh processes of the baseline were apart where
    # nothing differs. `interval` is the one that decides `moved`: with it the measurement lied,
    # and no verdict of that scenario and metric stands.
    Noise = Value.define(:contender, :scenario, :mode, :metric,
                         label: nil, effect: nil, interval: nil, pairs: 0, moved: false)
  end
end
