# frozen_string_literal: true

module Cachemark
  module Stats
    # The complete pairs of a record, by comparison. A pair that broke off has no line, and its blocks do not count: the
    # reason may favour one arm.
    class Pairs
      # `set` is 1 or 2, or nil for all pairs; `only` are the ids of the comparisons to read, or nil for all.
      #: (Record, ?set: Integer?, ?only: Array[String]?) -> void
      def initialize(record, set: nil, only: nil)
        lines = record.pairs.select { |line| set.nil? || (line["set"] || 1) == set }
        blocks = only ? record.blocks.select { |block| only.include?(block["comparison"]) } : record.blocks
        blocks = blocks.group_by { |block| block.values_at("comparison", "pair") }
        @pairs = {}
        lines.each do |line|
          line["comparisons"].each do |comparison|
            own = blocks[[comparison, line["pair"]]] or next
            (@pairs[comparison] ||= []) << Pair.new(blocks: own, **line.slice("steal_percent", "at_s").transform_keys(&:to_sym))
          end
        end
      end

      # The pairs of a comparison, in the order in which they were completed.
      #: (String) -> Array[Pair]
      def of(comparison) = @pairs.fetch(comparison, [])

      # The change in each of those pairs that has one.
      #: (String, String) -> Array[Float]
      def effects(comparison, metric) = of(comparison).filter_map { |pair| pair.effect(metric) }

      # The measurements of one pair of fresh processes in one comparison. `steal_percent` is nil if the kernel does not
      # report it; `at_s` is when the pair was complete.
      #
      # In a quad (A B B A or B A A B) each block is next to one of the other arm. The ratio of two adjacent blocks is the
      # most precise, because the host's speed drifts within a quad, too. The pair's change is the median of these ratios:
      # one extreme block moves at most two of them. The figures behind this choice are in docs/estimators.md.
      #
      # For `wall`, collection is taken out of the blocks, and its share over all of them is added again, as in
      # Cost::OfProcess. A median alone ignores collection that happens in few blocks.
      Pair = Value.define(:blocks, steal_percent: nil, at_s: nil) do
        # The blocks of "baseline" or "contender".
        #: (String) -> Array[Hash]
        def arm(name) = blocks.select { |block| block["arm"] == name }

        # The log of the contender's cost divided by the baseline's; nil if the driver does not report the metric, or if no
        # quad is complete.
        #: (String) -> Float?
        def effect(metric)
          quads = blocks.group_by { |block| block["quad"] }.values.select { |quad| quad.size == 4 }
          middle = Median.of(quads.flat_map { |quad| ratios(quad, metric) }.compact) or return
          metric == "wall" ? middle + difference(blocks) { |own| Cost::OfProcess.gc_log(own) } : middle
        end

        # The same for the sum over all calls, which a stall in any block moves. nil if the driver does not report the
        # metric.
        #: (String) -> Float?
        def total(metric) = difference(blocks) { |own| total_log(own, metric) if own.any? }

        private

        # The contender's figure minus the baseline's; nil if one of them is nil.
        def difference(blocks)
          baseline, contender = %w[baseline contender].map { |name| yield blocks.select { |block| block["arm"] == name } }
          contender - baseline if baseline && contender
        end

        # The log ratios of a quad; nil in place of a ratio that was not reported.
        def ratios(quad, metric)
          # Compares the fastest stretches of the arms.
          return [difference(quad) { |own| own.map { |block| fastest_log(block) }.then { |logs| logs.min if logs.all? } }] if
            metric == "fastest"

          quad.sort_by { |block| block["slot"] }.each_slice(2).map do |adjacent|
            difference(adjacent) { |(block)| metric == "cpu" ? total_log([block], metric) : Cost::OfProcess.code_log(block) }
          end
        end

        def total_log(blocks, metric)
          spent = Cost.spent_ns(blocks, metric)
          Math.log([spent, 1].max.fdiv(blocks.sum { |block| block["calls"] })) if spent
        end

        def fastest_log(block)
          least = Cost.full_batches(block).min
          least && Math.log([least, 1].max.fdiv(block["batch"]))
        end
      end
    end
  end
end
