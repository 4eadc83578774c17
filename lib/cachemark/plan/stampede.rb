# frozen_string_literal: true

module Cachemark
  module Plan
    # The stampedes of a cell, one for each step of its scenario. All workers ask for the value of the step at the moment at
    # which it has expired.
    #
    # - `workers` ask at the same time. `ttl` is how long values live, in seconds. `compute_ms` is how long it takes to
    #   compute one.
    # - `stale`: an expired value is a right answer, because the calls have a race_condition_ttl.
    class Stampede < Value.define(:cell, :workers, :ttl, :compute_ms, :stale)
      # The end of each value. It makes the loss of some bytes visible.
      TAIL = "#{"." * 40}end".freeze
      # Seconds after the ttl, until which memcached must have lost a value: its clock ticks once a second.
      LIMIT_S = 5
      # Seconds after the ttl at which a store's entry has surely expired by the store's own clock.
      MARGIN_S = 0.02
      # Seconds for all else that a driver does.
      GRACE_S = 20
      private_constant :LIMIT_S, :MARGIN_S, :GRACE_S

      # nil if the scenario of the cell has no stampede.
      #: (Cell) -> Stampede?
      def self.of(cell)
        facts = cell.scenario.stampede or return
        stale = Stats::Stampede.stale?(cell.scenario.steps)
        new(cell: cell, **facts.transform_keys(&:to_sym), stale: stale)
      end

      # Its workers are those of the cell's mode; threads, if the cell makes one call at a time. One more stores the values,
      # and looks whether they have expired.
      #: () -> Vocabulary::Mode
      def mode
        own = Vocabulary::Mode.of(cell.mode)
        own.with(name: own.sync? ? Vocabulary::Mode::PLAIN : own.name, workers: workers + 1)
      end

      # The cell in that mode, with the short ttl.
      #: () -> Cell
      def to_cell = cell.with(mode: mode.to_s, scenario: cell.scenario.expiring)

      # The keys of each worker: the same for all.
      #: () -> Array[Hash[String, String]]
      def keys = Array.new(workers + 1, cell.scenario.keys)

      # The fields of a `stampede` request. An expired value that a store still keeps is found, so it is waited for by the
      # clock.
      #: () -> Hash[Symbol, Object]
      def to_wire
        { compute_ns: compute_ms * 1_000_000, limit_ns: ns(ttl + LIMIT_S), tail: TAIL,
          **(stale ? { after_ns: ns(ttl + MARGIN_S) } : {}) }
      end

      # Seconds after which the driver hangs, even if its callers compute one after the other.
      #: () -> Float
      def deadline_s = ttl + LIMIT_S + GRACE_S + (cell.scenario.steps.size * workers * compute_ms / 1e3)

      private

      def ns(seconds) = (seconds * 1e9).round
    end
  end
end
