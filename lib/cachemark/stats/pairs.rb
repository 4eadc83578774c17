# frozen_string_literal: true

module Cachemark
  module Stats
    # The complete pairs of a record, by comparison. A pair that broke off has no line, and its blocks do not count: the
    # reason may favour one arm.
    class Pairs
      # The share of the comparisons of one pair of processes that other work disturbed, from the pair's blocks.
      #: (Array[Hash]) -> Float
      def self.disturbed_share(blocks)
        pairs = blocks.group_by { |block| block["comparison"] }.values.map { |own| Pair.new(blocks: own) }
        pairs.empty? ? 0.0 : pairs.count { |pair| Disturbed.sparse?(pair.sparsity) }.fdiv(pairs.size)
      end

      # `set` is 1 or 2, or nil for all pairs; `only` are the ids of the comparisons to read, or nil for all.
      #: (Record, ?set: Integer?, ?only: Array[String]?) -> void
      def initialize(record, set: nil, only: nil)
        @first_method = TimeMethod.first?(record.run)
        @collections = Collections.of(record) unless @first_method
        @kinds = record.comparisons.to_h { |line| [line["comparison"], kind(line)] }
        lines = record.pairs.select { |line| set.nil? || (line["set"] || 1) == set }
        blocks = only ? record.blocks.select { |block| only.include?(block["comparison"]) } : record.blocks
        blocks = blocks.group_by { |block| block["comparison"] }
        @all = blocks.to_h { |comparison, own| [comparison, pairs(lines, comparison, own)] }
        @pairs = @first_method ? @all : @all.transform_values { |own| undisturbed(own) }
      end

      # The pairs of a comparison that count, in the order in which they were completed.
      #: (String) -> Array[Pair]
      def of(comparison) = @pairs.fetch(comparison, [])

      #: (String) -> Array[Pair]
      def all(comparison) = @all.fetch(comparison, [])

      # How many pairs of a comparison were disturbed far more than the others, and do not count.
      #: (String) -> Integer
      def left_out(comparison) = all(comparison).size - of(comparison).size

      # The change in each of those pairs that has one.
      #: (String, String) -> Array[Float]
      def effects(comparison, metric) = of(comparison).filter_map { |pair| pair.effect(metric) }

      private

      def undisturbed(pairs) = Disturbed.without(pairs, fewest: Judgement::FEWEST, &:sparsity)

      def pairs(lines, comparison, blocks)
        by_number = blocks.group_by { |block| block["pair"] }
        whole = lines.select { |line| line["comparisons"].include?(comparison) && by_number[line["pair"]] }
        collections = @collections || Collections.at(Collections.price_ns(whole.flat_map { |line| by_number[line["pair"]] }))
        whole.map do |line|
          @kinds.fetch(comparison).new(blocks: by_number[line["pair"]], collections: collections,
                                       **line.slice("steal_percent", "at_s").transform_keys(&:to_sym))
        end
      end

      # The class of the pairs of a comparison.
      def kind(line)
        return Pair::First if @first_method

        line["change"] == "adjacent" ? Pair : Pair::Apart
      end

      # The measurements of one pair of fresh processes in one comparison. `steal_percent` is nil if the kernel does not
      # report it; `at_s` is when the pair was complete.
      #
      # A call costs what its code takes undisturbed, and its share of the collections. The pair's change is the ratio of these
      # costs. Each block is compared with the one next to it, because the speed of a host may change many times within a pair.
      class Pair
        # Array[Hash]; Float?; Float?
        attr_reader :blocks, :steal_percent, :at_s

        #: (blocks: Array[Hash], ?collections: Collections, ?steal_percent: Float?, ?at_s: Float?) -> void
        def initialize(blocks:, collections: Collections.at(0.0), steal_percent: nil, at_s: nil)
          @blocks = blocks
          @collections = collections
          @steal_percent = steal_percent
          @at_s = at_s
          @sides = %w[baseline contender].to_h do |name|
            [name, Cost::OfProcess.new(blocks.select { |block| block["arm"] == name })]
          end
        end

        # The blocks of "baseline" or "contender".
        #: (String) -> Array[Hash]
        def arm(name) = @sides.fetch(name).blocks

        # Whether its blocks were timed in stretches.
        def stretched? = @sides.each_value.any?(&:stretched?)

        # That of the more disturbed process.
        #: () -> Float
        def sparsity = @sides.each_value.map(&:sparsity).max

        # The ns per call of "baseline" or "contender" in a metric of time. The metric "typical" has that of a typical block, and
        # "mean" that over all calls. It is nil without blocks, or if the driver does not report it.
        #: (String, ?String) -> Float?
        def cost_ns(name, metric = "wall")
          return if arm(name).empty?

          case metric
          when "wall" then code_ns(name) + collection_ns(name)
          when "typical" then typical_ns(name)
          when "fastest" then arm(name).filter_map { |block| Cost.fastest_ns(block) }.min
          else mean_ns(name, metric)
          end
        end

        # The log of the contender's cost divided by the baseline's; nil if the driver does not report the metric, or if no
        # quad is complete. `typical` is about a typical block, and `mean` about the sum over all calls, which a stall in any
        # block moves.
        #: (String) -> Float?
        def effect(metric)
          case metric
          when "wall" then stretched? ? whole_effect : typical_effect
          when "typical" then typical_effect
          when "mean" then total("wall")
          else block_effect(metric)
          end
        end

        # The log of the contender's figure divided by the baseline's, for the sum over all calls; nil if the driver does not
        # report the metric.
        #: (String) -> Float?
        def total(metric) = difference { |name| cost_ns(name, metric == "cpu" ? "cpu" : "mean")&.then { |ns| Math.log(ns) } }

        private

        def collection_ns(name) = @collections.per_call_ns(arm(name))

        def typical_ns(name) = @sides.fetch(name).typical_ns + collection_ns(name)

        def mean_ns(name, metric)
          spent = Cost.spent_ns(arm(name), metric == "cpu" ? "cpu" : "wall")
          [spent, 1].max.fdiv(arm(name).sum { |block| block["calls"] }) if spent
        end

        # The change of what the code takes undisturbed, with the collections.
        def whole_effect
          block_effect("code")&.then { |log| log + difference { |name| Math.log(cost_ns(name) / code_ns(name)) } }
        end

        def code_ns(name) = @sides.fetch(name).code_ns

        # The change of a typical block. In a quad (A B B A or B A A B) each block is next to one of the other arm. The change
        # is the median of the ratios of two adjacent blocks: the host's speed drifts within a quad, too, and one extreme block
        # moves at most two ratios. A median ignores collection, which happens in few blocks. So it is taken out of the blocks,
        # and added again.
        def typical_effect = block_effect("wall")&.then { |log| log + difference { |name| collected_log(name) } }

        # The log of the factor by which collection increases the cost of a typical block.
        def collected_log(name) = Math.log(typical_ns(name) / @sides.fetch(name).typical_ns)

        def block_effect(metric) = Median.of(quads.flat_map { |quad| ratios(quad, metric) }.compact)

        def quads = blocks.group_by { |block| block["quad"] }.values.select { |quad| quad.size == 4 }

        # The contender's figure minus the baseline's; nil if one of them is nil. The block gets the name of the arm.
        def difference
          baseline, contender = %w[baseline contender].map { |name| yield name }
          contender - baseline if baseline && contender
        end

        # The log ratios of a quad; nil in place of a ratio that was not reported.
        def ratios(quad, metric)
          # Compares the fastest stretches of the arms.
          return [between(quad) { |own| own.map { |block| fastest_log(block) }.then { |logs| logs.min if logs.all? } }] if
            metric == "fastest"

          quad.sort_by { |block| block["slot"] }.each_slice(2).map do |adjacent|
            between(adjacent) { |(block)| log(block, metric) }
          end
        end

        def log(block, metric)
          case metric
          when "cpu" then cpu_log(block)
          when "code" then Cost::OfProcess.undisturbed_log(block)
          else Cost::OfProcess.code_log(block)
          end
        end

        def between(blocks) = difference { |name| yield blocks.select { |block| block["arm"] == name } }

        def cpu_log(block)
          spent = Cost.spent_ns([block], "cpu")
          Math.log([spent, 1].max.fdiv(block["calls"])) if spent
        end

        def fastest_log(block)
          least = Cost.full_batches(block).min
          least && Math.log([least, 1].max.fdiv(block["batch"]))
        end

        # A pair of Cachemark 1.1: each process has its cost, and the change is the ratio of the two.
        class Apart < Pair
          private

          def whole_effect = (Math.log(cost_ns("contender") / cost_ns("baseline")) if quads.any?)
        end

        # A pair by method 1 (TimeMethod): without stretches, collection is the share of the time that it took.
        class First < Apart
          private

          # If only the other side has stretches, both apply, as in Cachemark 1.0.
          def collection_ns(name)
            side = @sides.fetch(name)
            (stretched? ? super : 0.0) + (side.stretched? ? 0.0 : typical_ns(name) - side.typical_ns)
          end

          def typical_ns(name) = Math.exp(@sides.fetch(name).block_log)

          def collected_log(name) = @sides.fetch(name).gc_log
        end
      end
    end
  end
end
