# frozen_string_literal: true

module Cachemark
  module Stats
    # What one pair of fresh processes says about one comparison: the log of the contender's
    # cost over the baseline's.
    #
    # In a quad (A B B A or B A A B) each block is next to one of the other arm. The ratio of two adjacent blocks is the most
    # precise, because the host's speed drifts within a quad, too. The pair's effect is the median of these ratios: one
    # extreme block moves at most two of them. The figures behind this choice are in docs/estimators.md. For `wall`,
    # collection is taken out of the blocks and its share over all of them is added again, as in Cost::OfProcess: a median
    # alone ignores what is collected in few blocks.
    module PairEffect
      class << self
        # nil where the driver does not report the metric, or no quad is complete.
        #
        #: (Array[Hash], String) -> Float?
        def of(blocks, metric)
          quads = blocks.group_by { |block| block["quad"] }.values.select { |quad| quad.size == 4 }
          middle = Median.of(quads.flat_map { |quad| ratios(quad, metric) }.compact) or return
          metric == "wall" ? middle + gc_log(blocks) : middle
        end

        # The same by the sum over all calls, which a stall in any block moves; nil as above.
        #
        #: (Array[Hash], String) -> Float?
        def total(blocks, metric)
          baseline, contender = arms(blocks).map { |own| total_log(own, metric) if own.any? }
          contender - baseline if baseline && contender
        end

        private

        def total_log(blocks, metric)
          used = blocks.flat_map { |block| metric == "cpu" ? block.values_at("user_ns", "system_ns") : [block["wall_ns"]] }
          Math.log([used.sum, 1].max.fdiv(blocks.sum { |block| block["calls"] })) if used.all?
        end

        # Log ratios of a quad; nil in the place of an unreported one.
        def ratios(quad, metric)
          return [fastest_ratio(quad)] if metric == "fastest"

          quad.sort_by { |block| block["slot"] }.each_slice(2).map do |neighbours|
            baseline, contender = arms(neighbours).map { |blocks| cost_log(blocks.first, metric) }
            contender - baseline if baseline && contender
          end
        end

        # The least of each arm in the quad.
        def fastest_ratio(quad)
          baseline, contender = arms(quad).map { |blocks| blocks.map { |block| fastest_log(block) } }
          contender.min - baseline.min if [*baseline, *contender].all?
        end

        def arms(blocks) = %w[baseline contender].map { |arm| blocks.select { |block| block["arm"] == arm } }

        def cost_log(block, metric) = metric == "cpu" ? cpu_log(block) : Cost::OfProcess.code_log(block)

        def cpu_log(block)
          used = block.values_at("user_ns", "system_ns")
          Math.log([used.sum, 1].max.fdiv(block["calls"])) if used.all?
        end

        # A last sub-batch that was cut short would always be the fastest.
        def fastest_log(block)
          batch = block["batch"]
          full = (block["iterations"] % batch).zero? ? block["batches"] : block["batches"][0...-1]
          full.any? ? Math.log([full.min, 1].max.fdiv(batch)) : nil
        end

        def gc_log(blocks)
          baseline, contender = arms(blocks)
          Cost::OfProcess.gc_log(contender) - Cost::OfProcess.gc_log(baseline)
        end
      end
    end
  end
end
