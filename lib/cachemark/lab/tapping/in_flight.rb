# frozen_string_literal: true

module Cachemark
  module Lab
    class Tapping
      # Whether a mode is concurrent at all: how many calls of a cell wait for their replies at the same time,
      # counted by proxies that hold replies back. No time is looked at.
      class InFlight
        # A worker may be late once; more can only be seen, never fewer.
        TRIES = 3
        # Nothing is held for long, so that whoever takes longer waits for a server that is none any more.
        DEADLINE_S = 10
        private_constant :TRIES, :DEADLINE_S

        #: (Record::Writer, Proxies) -> void
        def initialize(writer, proxies)
          @writer = writer
          @proxies = proxies
        end

        # An `in_flight` line; none in sync, and of a contender that asks nothing. The block sends a `block`
        # request of these fields with this deadline. Raises what a lost driver raises.
        #: (Plan::Cell, String) { (Hash, Numeric) -> void } -> void
        def call(cell, process, &)
          mode = Vocabulary::Mode.of(cell.mode)
          return if mode.sync?

          seen = seen(mode, cell.hands, &)
          @writer.add("in_flight", cell: cell.id, process: process, of: mode.workers, seen: seen) if seen.positive?
        rescue Driver::Failure => error
          @writer.add("in_flight", cell: cell.id, process: process, of: mode.workers, seen: nil, reason: error.message)
          raise unless error.is_a?(Driver::Refused)
        end

        private

        def seen(mode, iterations)
          most = 0
          TRIES.times do
            now = @proxies.hold(mode.workers, shared: mode.shared) { yield({ iterations: iterations }, DEADLINE_S) }
            most = [most, now].max
            break if most == mode.workers || most.zero?
          end
          most
        end
      end
    end
  end
end
