# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # A ring whose servers are one.
      module OneServer
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          names = seen.warm.names
          names.size < 2 ? [] : [Finding.new(text: "its #{names.size} servers are one memcached under #{names.size} names " \
                                                   "(#{names.join(", ")})")]
        end
      end
    end
  end
end
