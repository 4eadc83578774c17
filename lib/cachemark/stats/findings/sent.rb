# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # What a client sends: keys and writes that are not as the scenario has them.
      module Sent
        class << self
          # Keys that the scenario does not have. `calls` has many keys each; `count` extra keys may be one in each of them.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def extra_keys(seen, _peers, _servers)
            keys = seen.warm.strangers
            return [] if keys.empty?

            [Remark[:extra_keys, keys: keys.uniq, count: keys.size, calls: seen.definition.multi_calls]]
          end

          # Keys that reach the server longer or shorter than the scenario has them; `bytes` is nil where it differs by key.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def key_lengths(seen, _peers, _servers)
            gaps = seen.warm.key_bytes.filter_map do |name, bytes|
              meant = seen.definition.key_bytes(name)
              bytes - meant if meant
            end.uniq
            return [] if gaps.empty? || gaps == [0]

            [Remark[:key_lengths, bytes: gaps.one? ? gaps.first : nil]]
          end

          # Values that expire at another time than the scenario says.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def expiry(seen, _peers, _servers)
            said = seen.definition.ttls | (seen.definition.writes.empty? ? [0] : [])
            (seen.warm.ttls.map(&:to_i) - said).map { |ttl| Remark[:expiry, ttl: ttl, scenario: said] }
          end

          # Conditional writes that overwrite what is there.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def conditions(seen, _peers, _servers)
            seen.definition.adds > seen.warm.adds ? [Remark[:overwrites]] : []
          end

          # Writes that had not been sent when the last call returned.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def writes(seen, _peers, _servers)
            sent, meant = seen.warm.writes, seen.definition.writes.size
            sent < meant ? [Remark[:unsent_writes, sent: sent, meant: meant]] : []
          end
        end
      end
    end
  end
end
