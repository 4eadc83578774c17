# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Writes that had not been sent when the last call returned.
      module Writes
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          sent, meant = seen.warm.writes, seen.definition.writes.size
          sent < meant ? [Finding.new(text: "sends #{sent.zero? ? "none" : sent} of its #{meant} writes")] : []
        end
      end
    end
  end
end
