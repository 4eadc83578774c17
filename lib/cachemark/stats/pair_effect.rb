# frozen_string_literal: true

module Cachemark
  module Stats
    # What one pair of fresh processes says about one comparison: the log of the contender's
    # cost over the baseline's.
    #
    # Each quad (A B B A or B A A B) gives a log ratio in which the host's drift cancels; the
    # pair's is their median. For `wall` collection is taken out of the blocks and its share
    # over all of them added again, as in ProcessCost: a median alone forgives what is
    # collected in few blocks.
    module PairEffect
      METRICS = %w[wall cpu fastest].freeze

      class << self
        # nil where a metric is not told by the driver, or no quad is whole.
        #
        #: (Array[Hash], String) -> Float?
        def of(blocks, metric)
          ratios = blocks.group_by { |block| block["quad"] }.values.filter_map { |quad| quad_log(quad, metric) }
          middle = Median.of(ratios) or return
          metric == "wall" ? middle + gc_log(blocks) : middle
        end

        private

        def quad_log(quad, metric)
          baseline, contender = arms(quad)
          return unless baseline.size == 2 && contender.size == 2

          logs = [contender, baseline].map { |blocks| blocks.map { |block| cost_log(block, metric) } }
          return if logs.flatten.any?(&:nil?)

          metric == "fastest" ? logs.first.min - logs.last.min : (logs.first.sum - logs.last.sum) / 2
        end

        def arms(blocks) = %w[baseline contender].map { |arm| blocks.select { |block| block["arm"] == arm } }

        def cost_log(block, metric)
          case metric
          when "wall" then ProcessCost.code_log(block)
          when "cpu" then cpu_log(block)
          when "fastest" then fastest_log(block)
          end
        end

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
          ProcessCost.gc_log(contender) - ProcessCost.gc_log(baseline)
        end
      end
    end
  end
end
