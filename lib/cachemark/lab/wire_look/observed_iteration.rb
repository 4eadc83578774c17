# frozen_string_literal: true

module Cachemark
  module Lab
    class WireLook
      # One untimed iteration (of each worker) through the proxies, as a `work` line: what the proxies saw, what happened
      # inside the client, and whether the servers counted the same.
      class ObservedIteration
        #: (Engine, Proxies, watch: Array[String]) -> void
        def initialize(engine, proxies, watch:)
          @engine = engine
          @proxies = proxies
          @watch = watch
        end

        # `place` has process and pass. The block sends a `block` request with these fields and returns the reply. Returns
        # nil, or how the servers disagree.
        #: (Plan::Cell, Tally, Hash) { (Hash) -> Hash } -> String?
        def call(cell, tally, place)
          names = @proxies.aliases
          @proxies.drain
          before = @engine.servers.counters
          reply = yield({ iterations: cell.sharing_workers, batch: 1, watch: @watch })
          used = @proxies.used
          traffics, reason = agreed(@proxies.drain_each, before)
          @engine.writer.add("work", cell: cell.id, **place, iterations: cell.sharing_workers,
                                     **tally.of(traffics.reduce(:+)), **servers(traffics),
                                     names: names, used: used, reason: reason, expected: expected(cell),
                                     **reply.slice(*@watch).transform_keys(&:to_sym))
          reason
        end

        private

        # [traffic of each server, how the servers disagree]. If a client does not wait, its requests may still be under way.
        def agreed(traffics, before)
          return [traffics, nil] if @engine.ring.shared?
          return [traffics, nil] unless gap(traffics, @engine.servers.counters - before)

          counted = @engine.servers.idle_counters - before
          traffics = traffics.zip(@proxies.drain_each).map { |both| both.reduce(:+) }
          [traffics, gap(traffics, counted)]
        end

        def gap(traffics, counted)
          traffic = traffics.reduce(:+)
          return "the proxy could not read all: #{traffic.garbled.first.what}" if traffic.garbled.any?

          seen = Tally::Counted.of(traffic.exchanges)
          names = seen.differing(counted) - Tally::Counted.unknown(traffic.exchanges)
          "the proxy saw #{seen.in_words(names)}, the servers counted #{counted.in_words(names)}" if names.any?
        end

        # The commands and keys of each server, in the order of the ring; nothing for a single server.
        def servers(traffics)
          traffics.size > 1 ? { servers: traffics.map { |traffic| Tally.of_server(traffic) } } : {}
        end

        # The expected counts of the servers in an iteration of the scenario.
        def expected(cell) = (@expected ||= {})[cell.scenario.id] ||= Plan::Model.of(cell.scenario).most.last.to_h
      end
    end
  end
end
