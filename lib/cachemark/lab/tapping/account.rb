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
            Plan::Work.new(hits: exchanges.sum(&:hits), misses: exchanges.sum(&:misses),
                           sets: STORES.sum { |deed| deeds.fetch(deed, []).sum { |exchange| exchange.items.size } },
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
