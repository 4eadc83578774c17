# frozen_string_literal: true

module Cachemark
  module Live
    # How well a figure is known, as a small bar: full where it is known as well as was asked for, empty where it is
    # known 16 times worse. Each of its parts is a factor of 1.4, half of the time that this precision takes.
    module Bar
      PARTS = 8
      # What a figure should be known to where nothing was asked for: what a comparison calls the same.
      GOAL = 0.01
      FULL = "█"
      EMPTY = "·"

      # `share` is half of the interval; nil where there is none yet.
      #
      #: (Float?, ?goal: Float) -> String
      def self.of(share, goal: GOAL)
        return "" unless share

        full = share <= goal ? PARTS : (PARTS - (2 * Math.log2(share / goal))).floor.clamp(0, PARTS - 1)
        (FULL * full) + (EMPTY * (PARTS - full))
      end
    end
  end
end
