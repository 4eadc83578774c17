# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # The proxy and the servers must have seen the same.
      module Disagreement
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          [seen.cold, seen.warm].filter_map(&:reason).uniq.map { |reason| Finding.new(text: reason) }
        end
      end
    end
  end
end
