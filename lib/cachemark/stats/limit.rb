# frozen_string_literal: true

module Cachemark
  module Stats
    # A limit of the user, and the result of several runs. `limit` is its name in the options of the run, and `most` the largest
    # figure that it allows. It was exceeded in `exceeded` of `runs`. `worst` is the largest figure of all runs; nil if one did
    # not come, such as a recovery.
    Limit = Value.define(:limit, :most, :runs, :exceeded, :worst, :verdict) do
      # Takes the figure of each run; nil for one that did not come, which exceeds any limit. `disturbed`: whether something
      # else than the client may have made each of them worse.
      #: (Symbol, Numeric, Array[Numeric?], ?disturbed: bool) -> Limit
      def self.of(limit, most, figures, disturbed: false)
        exceeded = figures.count { |figure| figure.nil? || figure > most }
        certain = exceeded == figures.size && !disturbed
        new(limit: limit, most: most, runs: figures.size, exceeded: exceeded, worst: (figures.max unless figures.include?(nil)),
            verdict: exceeded.zero? ? self::HELD : certain ? self::EXCEEDED : self::UNDECIDED)
      end
    end

    # The verdicts about limits.
    class Limit
      HELD = "held"
      EXCEEDED = "exceeded"
      UNDECIDED = "undecided"
    end
  end
end
