# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # A row that works on what other rows have stored, where its scenario prepares its own.
      module Leftovers
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          return [] unless unprepared?(seen)

          deed = if seen.cold.deleted > (seen.cold.expected["delete_hits"] || 0) then "its first iteration deletes"
                 elsif seen.warm.hits.positive? then "reads"
                 end
          deed ? [Finding.new(text: "#{deed} what the rows before it have stored", minor: true)] : []
        end

        # Whether its scenario prepares it, and nobody did.
        #
        #: (Observation) -> bool
        def self.unprepared?(seen) = seen.warm.prelude&.zero? && seen.definition.prelude.positive?
      end
    end
  end
end
