# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Keys that the scenario does not have.
      module Strangers
        MOST = 40

        class << self
          #: (Observation, Peers, Integer) -> Array[Finding]
          def of(seen, _peers, _servers)
            keys = seen.warm.strangers
            return [] if keys.empty?

            named = keys.uniq.map { |key| "\"#{key.size > MOST ? "#{key[0, MOST]}..." : key}\"" }
            [Finding.new(text: "sends #{more(keys.size, multi(seen))} (#{named.first(3).join(", ")})")]
          end

          private

          # One of many keys more in each call that takes many; else as many in all.
          def more(count, calls)
            return "one more key per call" if calls.positive? && count == calls

            "#{count} more #{count == 1 ? "key" : "keys"} per iteration"
          end

          def multi(seen) = seen.definition.steps.count { |step| Definition::MULTI.include?(step["op"]) }
        end
      end
    end
  end
end
