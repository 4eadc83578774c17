# frozen_string_literal: true

module Cachemark
  module Lab
    class Tapping
      # What servers count for the commands that the proxy saw.
      module Account
        STORES = %w[set add replace append prepend cas].freeze

        class << self
          #: (Array[Proxy::Exchange]) -> Plan::Work
          def of(exchanges)
            deeds = exchanges.group_by { |exchange| Command.of(exchange) }
            touches = deeds.fetch("touch", [])
            Plan::Work.new(hits: (exchanges - touches).sum(&:hits), misses: exchanges.sum(&:misses),
                           sets: STORES.sum { |deed| deeds.fetch(deed, []).sum { |exchange| exchange.items.size } },
                           **touched(touches), **swapped(deeds.values_at(*STORES).compact.flatten),
                           **%w[delete incr decr].map { |deed| found(deed, deeds.fetch(deed, [])) }.reduce(:merge))
          end

          # Counters of which the proxy cannot tell: nobody answers a quiet change, and a counter
          # that is created by its first count is in none of them.
          #: (Array[Proxy::Exchange]) -> Array[Symbol]
          def unknown(exchanges)
            vague = exchanges.select { |exchange| exchange.outcomes.include?("unknown") || exchange.details["initial"] }
            vague.flat_map { |exchange| names(Command.of(exchange)) }.uniq & Plan::Work.members
          end

          private

          # A touch by meta command that finds nothing counts as a miss of a read.
          def touched(exchanges)
            outcomes = exchanges.flat_map(&:outcomes).tally
            { touch_hits: outcomes.values_at("touched", "hit").compact.sum, touch_misses: outcomes.fetch("not_found", 0) }
          end

          def swapped(exchanges)
            outcomes = exchanges.select { |one| one.details["cas"] }.flat_map(&:outcomes).tally
            { cas_hits: "stored", cas_misses: "not_found", cas_conflicts: "exists" }
              .transform_values { |outcome| outcomes.fetch(outcome, 0) }
          end

          def found(deed, exchanges)
            outcomes = exchanges.flat_map(&:outcomes)
            misses = outcomes.count("not_found")
            names(deed).zip([outcomes.size - misses, misses]).to_h
          end

          def names(deed) = [:"#{deed}_hits", :"#{deed}_misses"]
        end
      end
    end
  end
end
