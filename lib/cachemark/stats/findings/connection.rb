# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # How a client works: its protocol and connections, how often it waits, and what it does inside.
      module Connection
        # Times that one event is taken to be the cause of an exception; more are reported per iteration.
        MOST_PER_EVENT = 3
        private_constant :MOST_PER_EVENT

        class << self
          # Rows of one scenario that speak different protocols: how much of a difference is the client's own is unknown
          # then. In tables of many scenarios this is minor: some clients there cannot speak alike.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def protocols(seen, peers, _servers)
            own = seen.warm.protocols
            other = other_protocols(seen, own, peers)
            return [] if own.empty? || other.nil? || seen.reference?

            [Remark[:protocols, own: own, peer: other.peer, theirs: other.warm.protocols, minor: !seen.definition.pairs?]]
          end

          # Workers that wait for each other's connections.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def shared_connections(seen, _peers, _servers)
            used, workers = seen.warm.used, seen.workers
            return [] if used.nil? || !used.positive? || used >= workers

            [Remark[:shared_connections, workers: workers, used: used]]
          end

          # How often it waits for the server, compared with the reference or most of its peers.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def round_trips(seen, peers, servers)
            return [] if seen.reference? || incomparable?(seen, servers)

            usual, peer = peers.usual(seen, &:round_trips)
            count = seen.warm.round_trips
            usual.nil? || count == usual ? [] : [Remark[:round_trips, count: count, usual: usual, peer: peer]]
          end

          # Exceptions that never leave the client, or its adapter.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def exceptions(seen, _peers, _servers)
            raised = seen.warm.exceptions
            return [] if raised.empty?

            count = raised.values.sum
            each, event = raised.size == 1 ? rate(count, seen.warm) : [count, :iteration]
            detail = Remark[:per_iteration, count: count] unless event == :iteration
            [Remark[:exceptions, times: each, per: event, classes: raised.keys, detail: detail]]
          end

          # Locks that it takes, where others of the scenario take none.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def locks(seen, peers, _servers)
            return [] unless seen.warm.locks&.positive?

            free = peers.of(seen).reject(&:reference?).find { |peer| peer.warm.locks&.zero? }
            free ? [Remark[:locks, free: free.contender, minor: true]] : []
          end

          # Options that are not as the client ships.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def departures(seen, _peers, _servers)
            (seen.cell["departures"] || {}).map do |name, (given, default)|
              Remark[:departure_from_default, option: name, given: given, default: default, minor: true]
            end
          end

          # Several servers that are one.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def one_server(seen, _peers, _servers)
            names = seen.warm.names
            names.size < 2 ? [] : [Remark[:one_server, names: names]]
          end

          # How the proxy and the servers' own counters disagree, as recorded.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def disagreement(seen, _peers, _servers)
            [seen.cold, seen.warm].filter_map(&:reason).uniq.map { |reason| Remark.recorded(reason) }
          end

          private

          # The reference if it speaks otherwise; without a reference the first peer that does.
          def other_protocols(seen, own, peers)
            others = peers.of(seen).reject { |peer| peer.warm.protocols.empty? || peer.warm.protocols == own }
            reference = peers.reference(seen)
            return if others.empty? || (reference && reference.warm.protocols == own)

            others.find { |peer| peer == reference } || others.find(&:shown?) || others.first
          end

          # Keys of one call on several servers, and reads that a local cache may answer, have no common measure.
          def incomparable?(seen, servers)
            (servers > 1 && seen.definition.multi?) || seen.definition.local_cache?
          end

          # [how often, per what]: per the only event that can have caused them, if there is just one.
          def rate(count, warm)
            causes = { miss: warm.absent, refused_write: warm.refused, hit: warm.found }
            fitting = causes.select do |_event, number|
              number.positive? && (count % number).zero? && count / number <= MOST_PER_EVENT
            end
            fitting.one? ? [count / fitting.values.first, fitting.keys.first] : [count, :iteration]
          end
        end
      end
    end
  end
end
