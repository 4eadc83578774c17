# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Options that are not as the client ships.
      module Departures
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          (seen.cell["departures"] || {}).map do |name, (given, default)|
            shipped = default ? "the default is #{default}" : "it ships without"
            Finding.new(text: "#{name}=#{given}, where #{shipped}", minor: true)
          end
        end
      end
    end
  end
end
