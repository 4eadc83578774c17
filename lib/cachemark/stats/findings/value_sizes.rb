# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Values that one client makes longer than another, both encoding them alike; other
      # encodings are told of by name.
      module ValueSizes
        # Times in them make their sizes differ by a few bytes.
        ENOUGH_BYTES = 10

        #: (Observation, Peers | Opponent, Integer) -> Array[Finding]
        def self.of(seen, peers, _servers)
          other = peers.of(seen).find { |peer| peer.warm.encodings.sort == seen.warm.encodings.sort }
          own, theirs = [seen, other].map { |row| row&.warm&.value_bytes&.last }
          return [] unless own && theirs && own - theirs >= ENOUGH_BYTES

          [Finding.new(text: "its values take #{own} bytes where #{other.title}'s take #{theirs}")]
        end
      end
    end
  end
end
