# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Locks that it takes, where others of the scenario take none.
      module Locks
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, peers, _servers)
          count = seen.warm.locks
          return [] unless count&.positive?

          free = peers.of(seen).reject(&:reference?).find { |peer| peer.warm.locks&.zero? }
          return [] unless free

          [Finding.new(text: "takes locks in its calls, where #{free.contender} takes none", minor: true)]
        end
      end
    end
  end
end
