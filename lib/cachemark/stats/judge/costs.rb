# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # What a call cost in each arm, in ns: the middle of its processes. Told beside the effect, which
      # is not their ratio: pairs are compared one by one, as the host's speed drifts between them.
      module Costs
        class << self
          # [baseline, contender]; nil where the driver does not tell the metric.
          #
          #: (Array[PairEvidence::Pair], String) -> [Float, Float]?
          def of(pairs, metric)
            arms = %w[baseline contender].map do |arm|
              processes = pairs.map { |pair| pair.blocks.select { |block| block["arm"] == arm } }
              Median.of(processes.filter_map { |blocks| cost(blocks, metric) if blocks.any? })
            end
            arms if arms.all?
          end

          private

          def cost(blocks, metric)
            case metric
            when "wall" then Math.exp(ProcessCost.new(blocks).log)
            when "cpu" then cpu(blocks)
            when "fastest" then Cost.new(blocks).to_h[:fastest_ns]
            end
          end

          def cpu(blocks)
            used = blocks.flat_map { |block| block.values_at("user_ns", "system_ns") }
            used.sum.fdiv(blocks.sum { |block| block["calls"] }) if used.all?
          end
        end
      end
    end
  end
end
