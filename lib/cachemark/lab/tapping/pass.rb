# frozen_string_literal: true

module Cachemark
  module Lab
    class Tapping
      # One untimed iteration (of each worker) through the proxies, as a `work` line: what the proxy saw, what
      # happened inside the client, and whether the servers counted the same.
      class Pass
        #: (rig: Rig, writer: Record::Writer, proxies: Proxies, watch: Array[String]) -> void
        def initialize(rig:, writer:, proxies:, watch:)
          @rig = rig
          @writer = writer
          @proxies = proxies
          @watch = watch
        end

        # `place` has process and pass; the block sends a `block` request of these fields and
        # answers the reply. Nil, or how the servers disagree.
        #: (Plan::Cell, Tally, Hash) { (Hash) -> Hash } -> String?
        def call(cell, tally, place)
          names = @proxies.aliases
          @proxies.drain
          before = @rig.counters
          reply = yield({ iterations: cell.hands, batch: 1, watch: @watch })
          used = @proxies.used
          traffic, reason = agreed(@proxies.drain, tally, before)
          @writer.add("work", cell: cell.id, **place, iterations: cell.hands, **tally.of(traffic), names: names, used: used,
                              reason: reason, expected: expected(cell), **reply.slice(*@watch).transform_keys(&:to_sym))
          reason
        end

        private

        # [traffic, how the servers disagree]; a client that does not wait may not be through yet.
        def agreed(traffic, tally, before)
          return [traffic, nil] if @rig.ring.shared?
          return [traffic, nil] unless gap(traffic, tally, @rig.counters - before)

          counted = @rig.settled - before
          traffic += @proxies.drain
          [traffic, gap(traffic, tally, counted)]
        end

        def gap(traffic, tally, counted)
          return "the proxy could not read all: #{traffic.garbled.first.what}" if traffic.garbled.any?

          seen = tally.work(traffic)
          names = seen.differing(counted) - Account.unknown(traffic.exchanges)
          "the proxy saw #{seen.told(names)}, the servers counted #{counted.told(names)}" if names.any?
        end

        # What the corrected scenario makes the servers count in an iteration.
        def expected(cell) = (@expected ||= {})[cell.scenario.id] ||= Plan::Model.of(cell.scenario).most.last.to_h
      end
    end
  end
end
