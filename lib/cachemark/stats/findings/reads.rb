# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Reads that find more or less than the scenario's do.
      module Reads
        class << self
          #: (Observation, Peers, Integer) -> Array[Finding]
          def of(seen, _peers, _servers)
            reads = seen.warm.hits + seen.warm.misses
            return [] if seen.definition.local_cache? && reads <= seen.definition.keys_read

            [number(seen, reads), misses(seen)].compact
          end

          private

          # Strangers are told of already.
          def number(seen, reads)
            own = seen.definition.keys_read
            return if reads.between?(own, own + seen.warm.strangers.size)

            Finding.new(text: "looks up #{reads} keys per iteration where the scenario has #{own}")
          end

          def misses(seen)
            meant = seen.warm.expected["misses"] or return
            found = seen.warm.misses - seen.warm.strangers.size
            own = seen.definition.keys_read
            Finding.new(text: "misses #{found} of #{own} where the scenario misses #{meant}") if found > meant
          end
        end
      end
    end
  end
end
