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
          traffics, reason = agreed(@proxies.drain_each, tally, before)
          @engine.writer.add("work", cell: cell.id, **place, iterations: cell.sharing_workers,
                                     **tally.of(traffics.reduce(:+)), **tally.of_servers(traffics),
                                     names: names, used: used, reason: reason, expected: expected(cell),
                                     **reply.slice(*@watch).transform_keys(&:to_sym))
          reason
        end

        private

        # [traffic of each server, how the servers disagree]. If a client does not wait, its requests may still be under way.
        def agreed(traffics, tally, before)
          return [traffics, nil] if @engine.ring.shared?
          return [traffics, nil] unless gap(traffics, tally, @engine.servers.counters - before)

          counted = @engine.servers.idle_counters - before
          traffics = traffics.zip(@proxies.drain_each).map { |both| both.reduce(:+) }
          [traffics, gap(traffics, tally, counted)]
        end

        def gap(traffics, tally, counted)
          traffic = traffics.reduce(:+)
          return "the proxy could not read all: #{traffic.garbled.first.what}" if traffic.garbled.any?

          seen = tally.work(traffic)
          names = seen.differing(counted) - tally.unknown(traffic)
          "the proxy saw #{seen.in_words(names)}, the servers counted #{counted.in_words(names)}" if names.any?
        end

        # The expected counts of the servers in an iteration of the scenario.
        def expected(cell) = (@expected ||= {})[cell.scenario.id] ||= Plan::Model.of(cell.scenario).most.last.to_h
      end
    end
  end
end
