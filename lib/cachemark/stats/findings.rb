# frozen_string_literal: true

module Cachemark
  module Stats
    # Compares what each row sent with what its scenario says and with what its peers
    # sent. Every rule looks at data only: none knows a client by name.
    class Findings
      # Every rule answers `of(observation, peers, servers)` with findings; they are said in this order.
      RULES = [Protocols, Connections, Strangers, KeyLengths, Encodings, Flags, ForeignValues, Expiry, Conditions, Counters,
               Leftovers, Reads, Writes, LocalCache, RoundTrips, Exceptions, Locks, Departures, OneServer, Disagreement].freeze
      # What is worth a word where a row stands beside one other only.
      BESIDE = [*RULES, ValueSizes].freeze

      #: (Evidence) -> void
      def initialize(evidence)
        @seen = evidence.cells.to_h { |cell| [cell["cell"], Observation.of(cell, evidence)] }.compact
        @peers = Peers.new(@seen.values)
        @servers = evidence.servers
      end

      # What is to be said of a cell; nothing of one that was not observed, or that makes no calls.
      #
      #: (Hash) -> Array[Finding]
      def of(cell)
        seen = @seen[cell["cell"]]
        return [] if seen.nil? || seen.ruler?

        RULES.flat_map { |rule| rule.of(seen, @peers, @servers) }
      end

      # What is to be said of a cell that is compared with one other; nothing where either was not observed.
      #
      #: (Hash, Hash) -> Array[Finding]
      def beside(cell, other)
        seen, rival = [cell, other].map { |one| @seen[one["cell"]] }
        return [] if seen.nil? || rival.nil? || seen.ruler?

        BESIDE.flat_map { |rule| rule.of(seen, Opponent.new(@peers, rival), @servers) }
      end

      # What the proxy saw of a cell, or nil.
      #
      #: (Hash) -> Observation?
      def observation(cell) = @seen[cell["cell"]]
    end
  end
end
