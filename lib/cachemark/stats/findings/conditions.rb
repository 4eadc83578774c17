# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Writes that were to leave what is there, and overwrite it.
      module Conditions
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          return [] unless seen.definition.adds > seen.warm.adds

          [Finding.new(text: "overwrites where the scenario writes unless it exists: set in place of add")]
        end
      end
    end
  end
end
