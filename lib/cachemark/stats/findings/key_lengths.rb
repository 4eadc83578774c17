# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Keys that reach the server longer or shorter than the scenario has them.
      module KeyLengths
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          gaps = seen.warm.key_bytes.filter_map { |name, bytes| seen.definition.key_bytes(name)&.then { |own| bytes - own } }.uniq
          return [] if gaps.empty? || gaps == [0]
          return [Finding.new(text: "its keys are not as long as the scenario's")] if gaps.size > 1

          than = gaps.first.positive? ? "longer than" : "shorter than"
          [Finding.new(text: "its keys are #{gaps.first.abs} bytes #{than} the scenario's")]
        end
      end
    end
  end
end
