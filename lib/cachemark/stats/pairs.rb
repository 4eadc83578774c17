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
        blocks = blocks.group_by { |block| block["comparison"] }
        @pairs = blocks.to_h { |comparison, own| [comparison, pairs(lines, comparison, own)] }
      end

      # The pairs of a comparison, in the order in which they were completed.
      #: (String) -> Array[Pair]
      def of(comparison) = @pairs.fetch(comparison, [])

      # The change in each of those pairs that has one.
      #: (String, String) -> Array[Float]
      def effects(comparison, metric) = of(comparison).filter_map { |pair| pair.effect(metric) }

      private

      def pairs(lines, comparison, blocks)
        by_number = blocks.group_by { |block| block["pair"] }
        whole = lines.select { |line| line["comparisons"].include?(comparison) && by_number[line["pair"]] }
        collection_ns = Collections.price_ns(whole.flat_map { |line| by_number[line["pair"]] })
        whole.map do |line|
          Pair.new(blocks: by_number[line["pair"]], collection_ns: collection_ns,
                   **line.slice("steal_percent", "at_s").transform_keys(&:to_sym))
        end
      end

      # What garbage collection adds to a call. Each process counts its collections, and each has the same price for both arms.
      # How long one really takes depends on whatever else the host does. So a collection that got dearer, not more frequent,
      # shows only in the total.
      module Collections
        class << self
          # The ns of one collection: the median over blocks with any; 0 without one.
          #: (Array[Hash]) -> Float
          def price_ns(blocks)
            collected = blocks.select { |block| block["gc_count"].to_i.positive? && block["gc_ns"] }
            Median.of(collected.map { |block| block["gc_ns"].fdiv(block["gc_count"]) }) || 0.0
          end

          # The ns per call, of blocks of one process.
          #: (Array[Hash], Float) -> Float
          def per_call_ns(blocks, price_ns)
            blocks.sum { |block| block["gc_count"].to_i } * price_ns / blocks.sum { |block| block["calls"] }
          end
        end
      end

      # The measurements of one pair of fresh processes in one comparison. `steal_percent` is nil if the kernel does not
      # report it; `at_s` is when the pair was complete; `collection_ns` is the price of a collection.
      #
      # The blocks are timed in stretches of about 100 µs. A call costs what it costs in a low quantile of all stretches of a
      # process, and its share of the collections. The pair's change is the ratio of these costs. Earlier records and
      # concurrent modes have no stretches: there it is the change of a typical block. The figures behind this choice are in
      # docs/estimators.md.
      Pair = Value.define(:blocks, steal_percent: nil, at_s: nil, collection_ns: 0.0) do
        # The blocks of "baseline" or "contender".
        #: (String) -> Array[Hash]
        def arm(name) = blocks.select { |block| block["arm"] == name }

        # Whether its blocks were timed in stretches.
        #: () -> bool
        def stretched? = blocks.any? { |block| Cost::OfProcess.stretched?(block) }

        # The ns per call of "baseline" or "contender".
        #: (String) -> Float
        def cost_ns(name)
          cost = Cost::OfProcess.new(arm(name))
          Math.exp(cost.log) + (stretched? ? Collections.per_call_ns(cost.blocks, collection_ns) : 0)
        end

        # The log of the contender's cost divided by the baseline's; nil if the driver does not report the metric, or if no
        # quad is complete.
        #: (String) -> Float?
        def effect(metric)
          return block_effect(metric) unless metric == "wall" && stretched?

          Math.log(cost_ns("contender") / cost_ns("baseline")) if quads.any?
        end

        # The same for a typical block. In a quad (A B B A or B A A B) each block is next to one of the other arm. The change
        # is the median of the ratios of two adjacent blocks: the host's speed drifts within a quad, too, and one extreme block
        # moves at most two ratios. Collection is taken out of the blocks, and its share over all of them is added again,
        # because a median ignores collection that happens in few blocks.
        #: (String) -> Float?
        def block_effect(metric)
          middle = Median.of(quads.flat_map { |quad| ratios(quad, metric) }.compact) or return
          metric == "wall" ? middle + difference(blocks) { |own| Cost::OfProcess.gc_log(own) } : middle
        end

        # The same for the sum over all calls, which a stall in any block moves. nil if the driver does not report the
        # metric.
        #: (String) -> Float?
        def total(metric) = difference(blocks) { |own| total_log(own, metric) if own.any? }

        private

        def quads = blocks.group_by { |block| block["quad"] }.values.select { |quad| quad.size == 4 }

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
