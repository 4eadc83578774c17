# frozen_string_literal: true

module Cachemark
  module Stats
    # Compares what each row sent with what its scenario says and with what its peers sent. Every rule looks at data
    # only: none knows a client by name.
    class Findings
      # Every rule answers `(observation, peers, servers)` with remarks; reports print them in this order.
      RULES = [
        Connection.method(:protocols), Connection.method(:shared_connections), Sent.method(:extra_keys),
        Sent.method(:key_lengths), Encodings.method(:of), Received.method(:flags), Received.method(:foreign_values),
        Sent.method(:expiry), Sent.method(:conditions), Received.method(:counters), Received.method(:leftovers),
        Received.method(:reads), Sent.method(:writes), Received.method(:local_cache), Connection.method(:round_trips),
        Connection.method(:exceptions), Connection.method(:locks), Connection.method(:departures),
        Connection.method(:one_server), Connection.method(:disagreement)
      ].freeze
      # Those of a row that is compared with one other only.
      VERSUS = [*RULES, Encodings.method(:longer_values)].freeze
      private_constant :RULES, :VERSUS

      #: (Evidence) -> void
      def initialize(evidence)
        @seen = evidence.cells.to_h { |cell| [cell["cell"], Observation.of(cell, evidence)] }.compact
        @peers = Peers.new(@seen.values)
        @servers = evidence.servers
      end

      # The findings of a cell; none of one that the proxy never saw, or that makes no calls.
      #
      #: (Hash) -> Array[Remark]
      def of(cell)
        seen = @seen[cell["cell"]]
        return [] if seen.nil? || seen.null?

        RULES.flat_map { |rule| rule.call(seen, @peers, @servers) }
      end

      # The findings of a cell that is compared with one other; none where the proxy never saw one of the two.
      #
      #: (Hash, Hash) -> Array[Remark]
      def versus(cell, other)
        seen, rival = [cell, other].map { |one| @seen[one["cell"]] }
        return [] if seen.nil? || rival.nil? || seen.null?

        VERSUS.flat_map { |rule| rule.call(seen, Peers::Rival.new(@peers, rival), @servers) }
      end

      # What the proxy saw of a cell, or nil.
      #
      #: (Hash) -> Observation?
      def observation(cell) = @seen[cell["cell"]]
    end
  end
end
