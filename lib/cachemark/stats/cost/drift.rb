# frozen_string_literal: true

module Cachemark
  module Stats
    class Cost
      # By how much everything was slower or faster in a generation of processes than usual. A host has slow and fast times, and
      # each cell was measured in all of them. Without the drift, the ratio of two rows is as precise as a comparison of pairs.
      class Drift
        # From costs of one mode: the median over the cells of how far each was from its own middle, so that one odd process
        # is no drift. The usual drift is 0.
        #: (Array[Cost]) -> Drift
        def self.of(costs)
          deviations = costs.flat_map { |cost| cost.deviations.to_a }.group_by(&:first)
          logs = deviations.transform_values { |own| Median.of(own.map(&:last)) }
          usual = SignedRank.estimate(logs.values)
          new(logs.transform_values { |log| log - usual })
        end

        # {generation => log}
        #: (Hash[Integer?, Float]) -> void
        def initialize(logs)
          @logs = logs
        end

        # The drift during a process, as a log; 0 if it is unknown.
        #: (OfProcess) -> Float
        def during(process) = @logs.fetch(process.generation, 0.0)
      end
    end
  end
end
