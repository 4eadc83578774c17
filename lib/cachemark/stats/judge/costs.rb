# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # What a call of the baseline cost, in ns: the middle of its processes.
      module Costs
        class << self
          # nil where the driver does not tell the metric. `total`: all time by all calls.
          #
          #: (Array[PairEvidence::Pair], String, ?total: bool) -> Float?
          def of(pairs, metric, total: false)
            processes = pairs.map { |pair| pair.blocks.select { |block| block["arm"] == "baseline" } }.reject(&:empty?)
            Median.of(processes.filter_map { |blocks| total ? mean(blocks, metric) : cost(blocks, metric) })
          end

          private

          def cost(blocks, metric)
            case metric
            when "wall" then Math.exp(Cost::OfProcess.new(blocks).log)
            when "cpu" then mean(blocks, metric)
            when "fastest" then Cost.new(blocks).to_h[:fastest_ns]
            end
          end

          def mean(blocks, metric)
            used = blocks.flat_map { |block| metric == "cpu" ? block.values_at("user_ns", "system_ns") : [block["wall_ns"]] }
            used.sum.fdiv(blocks.sum { |block| block["calls"] }) if used.all?
          end
        end
      end
    end
  end
end
