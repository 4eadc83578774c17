# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Counting that finds nothing to count.
      module Counters
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          misses, all = seen.warm.counts
          meant = seen.warm.expected.values_at("incr_misses", "decr_misses").compact.sum
          return [] if misses <= meant
          return [Finding.new(text: "misses #{misses} of #{all}: counter never created")] if misses == all

          [Finding.new(text: "misses the counter #{misses} of #{all} times")]
        end
      end
    end
  end
end
