# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Options that are not as the client ships.
      module Departures
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          (seen.cell["departures"] || {}).map do |name, (given, default)|
            Finding.new(text: "#{name}=#{given}, where #{default ? "the default is #{default}" : "it ships without"}", minor: true)
          end
        end
      end
    end
  end
end
