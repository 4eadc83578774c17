# frozen_string_literal: true

module Cachemark
  module Stats
    # Compares the traffic of each row with its scenario and with its peers. The rules look only at data: none knows a client
    # by name.
    class Findings
      # The base of rules, for the row of one observation. A rule returns a remark, several of them, or nil.
      class Rules
        #: (Observation, Peers, Integer) -> void
        def initialize(seen, peers, servers)
          @seen = seen
          @warm = seen.warm
          @definition = seen.definition
          @peers = peers
          @servers = servers
        end
      end

      # Rules about how a client works: its protocol and connections, how often it waits, and its internal work.
      class Connection < Rules
        # The most exceptions per event for which the event is taken as their cause. More exceptions are reported per
        # iteration.
        MOST_PER_EVENT = 3
        # Counters of the server that calls with several keys move.
        ONE_BY_ONE = %w[hits sets delete_hits].freeze
        private_constant :MOST_PER_EVENT, :ONE_BY_ONE

        # Rows of one scenario that speak different protocols. It is then unknown how much of a difference comes from the
        # client. In tables of many scenarios the remark is minor, because some clients there cannot speak the same
        # protocol.
        def protocols
          own, other = @warm.protocols, other_protocols
          return if own.empty? || other.nil? || @seen.reference?

          Remark[:protocols, own: own, peer: other.as_peer, theirs: other.warm.protocols, minor: !@definition.pairs?]
        end

        # Workers that wait for each other's connections.
        def shared_connections
          used, workers = @warm.used, @seen.workers
          Remark[:shared_connections, workers: workers, used: used] if used&.between?(1, workers - 1)
        end

        # How often the client waits for the server, compared with the reference or with most of its peers. Calls with
        # several keys may wait for each of them.
        def round_trips
          return if @seen.reference?

          number = number_of_round_trips unless incomparable?
          calls = one_by_one
          calls.empty? ? number : Remark[:one_by_one, calls: calls, detail: number]
        end

        # Calls that wait for one server before they ask the next.
        def servers_in_turn
          @seen.askings.select(&:in_turn?).map do |asking|
            Remark[:servers_in_turn, op: asking.op, asked: asking.asked, at_once: asking.at_once]
          end
        end

        # Exceptions that never leave the client or its adapter.
        def exceptions
          raised = @warm.exceptions
          return if raised.empty?

          count = raised.values.sum
          each, event = raised.size == 1 ? rate(count) : [count, :iteration]
          detail = Remark[:per_iteration, count: count] unless event == :iteration
          Remark[:exceptions, times: each, per: event, classes: raised.keys, detail: detail]
        end

        # Locks that the client takes, if other clients of the scenario take none.
        def locks
          return unless @warm.locks&.positive?

          free = @peers.of(@seen).reject(&:reference?).find { |peer| peer.warm.locks&.zero? }
          Remark[:locks, free: free.contender, minor: true] if free
        end

        # Options that differ from the defaults with which the client ships.
        def departures
          (@seen.cell["departures"] || {}).map do |name, (given, default)|
            Remark[:departure_from_default, option: name, given: given, default: default, minor: true]
          end
        end

        # Several server names that are one server.
        def one_server = (Remark[:one_server, names: @warm.names] if @warm.names.size > 1)

        # Differences between the proxy's counts and the servers' own counters, as recorded.
        def disagreement
          [@seen.cold, @warm].filter_map(&:reason).uniq.map { |reason| Remark.recorded(reason) }
        end

        private

        # The remark on an unusual number.
        def number_of_round_trips
          usual, peer = @peers.usual(@seen, &:round_trips)
          count = @warm.round_trips
          Remark[:round_trips, count: count, usual: usual, peer: peer] unless usual.nil? || count == usual
        end

        # {counter => names of the calls that move it with one round trip for each of their keys}. A call with one key has
        # a round trip anyway.
        def one_by_one
          ONE_BY_ONE.filter_map do |counter|
            several, single = @definition.calls_that_move(counter)
            keys, round_trips = @warm.keys_and_round_trips(counter)
            [counter, several] if several.any? && keys - single > 1 && round_trips >= keys
          end.to_h
        end

        # The reference if it speaks another protocol; without a reference, the first peer that does.
        def other_protocols
          own = @warm.protocols
          others = @peers.of(@seen).reject { |peer| peer.warm.protocols.empty? || peer.warm.protocols == own }
          reference = @peers.reference(@seen)
          return if others.empty? || (reference && reference.warm.protocols == own)

          others.find { |peer| peer == reference } || others.find(&:shown?) || others.first
        end

        # Two kinds of rows have no common measure: those with keys of one call on several servers, and those with a local
        # cache.
        def incomparable? = (@servers > 1 && @definition.multi?) || @definition.local_cache?

        # [how often, per what]: per the event that can have caused them if there is exactly one, else per iteration.
        def rate(count)
          causes = { miss: @warm.absent, refused_write: @warm.refused, hit: @warm.found }
          fitting = causes.select do |_event, number|
            number.positive? && (count % number).zero? && count / number <= MOST_PER_EVENT
          end
          fitting.one? ? [count / fitting.values.first, fitting.keys.first] : [count, :iteration]
        end
      end

      # Rules about the requests of a client: keys and writes that differ from the scenario's.
      class Sent < Rules
        # Keys that the scenario does not have. `calls` is the number of calls with several keys; the `count` extra keys
        # may be one in each of them.
        def extra_keys
          keys = @warm.strangers
          Remark[:extra_keys, keys: keys.uniq, count: keys.size, calls: @definition.multi_calls] if keys.any?
        end

        # Keys that are longer or shorter at the server than in the scenario. `bytes` is nil if the difference varies by
        # key.
        def key_lengths
          gaps = @warm.key_bytes.filter_map do |name, bytes|
            meant = @definition.key_bytes(name)
            bytes - meant if meant
          end.uniq
          Remark[:key_lengths, bytes: gaps.one? ? gaps.first : nil] unless gaps.empty? || gaps == [0]
        end

        # Values that expire at another time than in the scenario.
        def expiry
          said = @definition.ttls | (@definition.writes.empty? ? [0] : [])
          (@warm.ttls.map(&:to_i) - said).map { |ttl| Remark[:expiry, ttl: ttl, scenario: said] }
        end

        # Conditional writes that overwrite an existing value.
        def conditions = (Remark[:overwrites] if @definition.adds > @warm.adds)

        # Writes that had not been sent when the last call returned.
        def writes
          sent, meant = @warm.writes, @definition.keys_written
          Remark[:unsent_writes, sent: sent, meant: meant] if sent < meant
        end
      end

      # Every rule with its class. Reports print their remarks in this order.
      RULES = {
        protocols: Connection, shared_connections: Connection, extra_keys: Sent, key_lengths: Sent, encodings: Encodings,
        flags: Received, foreign_values: Received, expiry: Sent, conditions: Sent, counters: Received, leftovers: Received,
        reads: Received, writes: Sent, local_cache: Received, round_trips: Connection, servers_in_turn: Connection,
        exceptions: Connection, locks: Connection, departures: Connection, one_server: Connection, disagreement: Connection
      }.freeze
      # The rules for a row that is compared with only one other row.
      COMPARISON_RULES = { **RULES, longer_values: Encodings }.freeze
      private_constant :RULES, :COMPARISON_RULES

      #: (Evidence) -> void
      def initialize(evidence)
        @seen = evidence.cells.to_h { |cell| [cell["cell"], Observation.of(cell, evidence)] }.compact
        @peers = Peers.new(@seen.values)
        @servers = evidence.servers
      end

      # The findings of a cell; empty if the proxy never saw it, or if it makes no calls.
      #: (Hash) -> Array[Remark]
      def of(cell) = found(RULES, observation(cell), @peers)

      # The findings of a cell that is compared with one other; empty if the proxy never saw one of the two.
      #: (Hash, Hash) -> Array[Remark]
      def compared_with(cell, other)
        other = observation(other) or return []
        found(COMPARISON_RULES, observation(cell), Peers::OtherArm.new(@peers, other))
      end

      # The proxy's observation of a cell, or nil.
      #: (Hash) -> Observation?
      def observation(cell) = @seen[cell["cell"]]

      private

      def found(rules, seen, peers)
        return [] if seen.nil? || seen.null?

        rules.map { |name, type| type.new(seen, peers, @servers).public_send(name) }.flatten.compact
      end

      # The rows with which a row is compared: those that run the same scenario in the same mode, and the other rows of its
      # contender.
      class Peers
        #: (Array[Observation]) -> void
        def initialize(observations)
          @rows = observations.reject(&:null?).group_by(&:scenario_and_mode)
          @contenders = observations.group_by(&:contender)
          @of = {}
        end

        # Array[Observation]: other contenders in the same scenario.
        #: (Observation) -> Array[Observation]
        def of(seen)
          @of[seen.cell["cell"]] ||= @rows.fetch(seen.scenario_and_mode, []).reject { |peer| peer.contender == seen.contender }
        end

        # Array[Observation]: the printed rows of its scenario, including itself, in order.
        #: (Observation) -> Array[Observation]
        def shown(seen) = @rows.fetch(seen.scenario_and_mode, []).select(&:shown?)

        # Array[Observation]: every row of the same contender, including itself.
        #: (Observation) -> Array[Observation]
        def siblings(seen) = @contenders.fetch(seen.contender, [])

        # The reference of the scenario, preferably of the same language; nil if there is none, as in the published programs.
        #: (Observation) -> Observation?
        def reference(seen) = of(seen).select(&:reference?).min_by { |peer| peer.language == seen.language ? 0 : 1 }

        # The row whose encoding of values is the measure: the reference, or nil.
        #: (Observation) -> Observation?
        def compared_row(seen) = reference(seen)

        # [a figure, whose figure it is]. With a reference it is the reference's figure, under the name of a printed row with
        # the same figure if there is one. Without a reference it is [the figure of most rows of the scenario, :most],
        # including the row itself. nil if all rows agree, or if there is no majority.
        #: (Observation) { (WireWork) -> Object } -> [Object, Hash | Symbol]?
        def usual(seen)
          if (reference = reference(seen))
            figure = yield(reference.warm)
            alike = [reference, *of(seen)].select(&:shown?).find { |peer| yield(peer.warm) == figure }
            return [figure, (alike || reference).as_peer]
          end

          tally = (of(seen) + [seen]).map { |peer| yield(peer.warm) }.tally.sort_by { |_, count| -count }
          [tally.first.first, :most] if tally.size > 1 && tally[0].last > tally[1].last
        end

        # Replaces Peers in a comparison: the other arm is the only row with which a row is compared.
        class OtherArm
          #: (Peers, Observation) -> void
          def initialize(peers, other)
            @peers = peers
            @other = other
          end

          #: (Observation) -> Array[Observation]
          def of(_seen) = [@other]

          # The two rows, in the order of the record.
          #: (Observation) -> Array[Observation]
          def shown(seen) = @peers.shown(seen).select { |row| [seen, @other].any? { |side| side.equal?(row) } }

          #: (Observation) -> Array[Observation]
          def siblings(seen) = @peers.siblings(seen)

          # Neither arm is the reference of the other.
          #: (Observation) -> nil
          def reference(_seen) = nil

          #: (Observation) -> Observation
          def compared_row(_seen) = @other

          # Reports a difference once, for the arm that has more.
          #: (Observation) { (WireWork) -> Integer } -> [Integer, Hash]?
          def usual(seen)
            figure = yield(@other.warm)
            [figure, @other.as_peer] if figure < yield(seen.warm)
          end
        end
      end
    end
  end
end
