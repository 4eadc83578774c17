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

      # The rows that a row is compared with: those that run the same scenario in the same mode, and the other rows of its
      # own contender.
      class Peers
        #: (Array[Observation]) -> void
        def initialize(observations)
          @places = observations.reject(&:null?).group_by(&:place)
          @contenders = observations.group_by(&:contender)
          @of = {}
        end

        # Array[Observation]: other contenders in the same scenario.
        #: (Observation) -> Array[Observation]
        def of(seen)
          @of[seen.cell["cell"]] ||= @places.fetch(seen.place, []).reject { |peer| peer.contender == seen.contender }
        end

        # Array[Observation]: the rows of its scenario that are printed, itself included, in their order.
        #: (Observation) -> Array[Observation]
        def shown(seen) = @places.fetch(seen.place, []).select(&:shown?)

        # Array[Observation]: every row of the same contender, itself included.
        #: (Observation) -> Array[Observation]
        def siblings(seen) = @contenders.fetch(seen.contender, [])

        # The reference of the scenario, its own language's before others, or nil: the published programs had none.
        #: (Observation) -> Observation?
        def reference(seen) = of(seen).select(&:reference?).min_by { |peer| peer.language == seen.language ? 0 : 1 }

        # The row that serves as a measure for the scenario, or nil.
        #: (Observation) -> Observation?
        def yardstick(seen) = reference(seen)

        # [a figure, whose it is]: the reference's, under the name of a printed row where one has the same figure; without a
        # reference [the figure of most rows of the scenario, :most], the row's own included. nil where there is no other
        # row, or no majority.
        #: (Observation) { (WireWork) -> Object } -> [Object, Hash | Symbol]?
        def usual(seen)
          if (reference = reference(seen))
            figure = yield(reference.warm)
            alike = [reference, *of(seen)].select(&:shown?).find { |peer| yield(peer.warm) == figure }
            return [figure, (alike || reference).peer]
          end

          tally = (of(seen) + [seen]).map { |peer| yield(peer.warm) }.tally.sort_by { |_, count| -count }
          [tally.first.first, :most] if tally.size > 1 && tally[0].last > tally[1].last
        end

        # The other arm of a comparison, in the place of a row's peers: the only row that it is compared with.
        class Rival
          #: (Peers, Observation) -> void
          def initialize(peers, rival)
            @peers = peers
            @rival = rival
          end

          #: (Observation) -> Array[Observation]
          def of(_seen) = [@rival]

          # The two, in the order of the record.
          #: (Observation) -> Array[Observation]
          def shown(seen) = @peers.shown(seen).select { |row| [seen, @rival].any? { |one| one.equal?(row) } }

          #: (Observation) -> Array[Observation]
          def siblings(seen) = @peers.siblings(seen)

          # Neither arm is the reference of the other.
          #: (Observation) -> nil
          def reference(_seen) = nil

          #: (Observation) -> Observation
          def yardstick(_seen) = @rival

          # A difference is reported once, for the arm that has more.
          #: (Observation) { (WireWork) -> Integer } -> [Integer, Hash]?
          def usual(seen)
            figure = yield(@rival.warm)
            [figure, @rival.peer] if figure < yield(seen.warm)
          end
        end
      end
    end
  end
end
