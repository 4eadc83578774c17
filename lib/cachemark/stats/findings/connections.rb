# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Workers that wait for each other's connections.
      module Connections
        #: (Observation, Peers | Opponent, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          used, workers = seen.warm.used, seen.workers
          return [] if used.nil? || !used.positive? || used >= workers

          [Finding.new(text: "its #{workers} workers use #{used == 1 ? "one connection" : "#{used} connections"}")]
        end
      end
    end
  end
end
