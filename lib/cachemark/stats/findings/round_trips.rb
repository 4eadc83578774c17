# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # How often it waits for the server, beside the reference or most of its peers.
      module RoundTrips
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, peers, servers)
          return [] if seen.reference? || spread?(seen, servers)

          usual, whose = peers.usual(seen, &:round_trips)
          count = seen.warm.round_trips
          return [] if usual.nil? || count == usual

          more = count == 1 ? "1 round trip" : "#{count} round trips"
          [Finding.new(text: "#{more} where #{whose} #{whose == "most" ? "make" : "makes"} #{usual}")]
        end

        # Keys of one call on several servers, or reads that a local cache may answer, are no
        # common measure.
        def self.spread?(seen, servers)
          (servers > 1 && seen.definition.multi?) || seen.definition.local_cache?
        end
        private_class_method :spread?
      end
    end
  end
end
