# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Values that expire otherwise than the scenario says.
      module Expiry
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          said = seen.definition.ttls | (seen.definition.writes.empty? ? [0] : [])
          other = seen.warm.ttls.map(&:to_i) - said
          other.map { |ttl| Finding.new(text: "ttl #{ttl} where the scenario says #{words(said)}") }
        end

        def self.words(ttls)
          ttls == [0] || ttls.empty? ? "none" : ttls.map { |ttl| ttl.zero? ? "none" : ttl }.join(" or ")
        end
        private_class_method :words
      end
    end
  end
end
