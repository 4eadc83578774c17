# frozen_string_literal: true

module Cachemark
  module Stats
    class Cost
      # One cell in one fresh process. Its blocks are timed in stretches of about 100 µs. Whatever else the machine does makes
      # some stretches longer and none shorter. So what its code takes is a low quantile of them, which repeats on a busy
      # machine (guides/method.md#the-time-of-a-run). Garbage collection is in few stretches, and is priced separately
      # (Collections).
      #
      #   code_ns = quantile(stretch_ns / calls, SHARE)
      #
      # Blocks of concurrent modes and of earlier records have no stretches. There it is the median of the blocks' time
      # without collection. If a runtime does not report gc_ns, it counts as 0.
      class OfProcess
        # The share of the stretches that are faster than the cost of the code.
        SHARE = 0.05

        # Array[Hash]: the blocks, in the order in which they were measured.
        attr_reader :blocks

        class << self
          # One for each process of the blocks.
          #: (Array[Hash]) -> Array[OfProcess]
          def of(blocks) = blocks.group_by { |block| block["process"] }.map { |_process, own| new(own) }

          # Whether a block was timed in stretches. A concurrent mode times it as a whole.
          #: (Hash) -> bool
          def stretched?(block) = block["estimate"] == "stretches" && block["batches"].size > 1

          # The log of a block's ns per call without collection. If the clock did not advance, the block counts as 1 ns.
          #: (Hash) -> Float
          def code_log(block) = Math.log([block["wall_ns"] - gc_ns(block), 1].max.fdiv(block["calls"]))

          # The log of the ns that the code of a call takes undisturbed in one block.
          #: (Hash) -> Float
          def undisturbed_log(block) = stretched?(block) ? Math.log(new([block]).code_ns) : code_log(block)

          # The log of the factor by which collection increases the cost of the blocks.
          #: (Array[Hash]) -> Float
          def gc_log(blocks)
            wall_ns = code_ns = 0
            blocks.each do |block|
              wall_ns += block["wall_ns"]
              code_ns += block["wall_ns"] - gc_ns(block)
            end
            code_ns.positive? ? Math.log(wall_ns.fdiv(code_ns)) : 0.0
          end

          # Collection that took longer than the block ran before or after the block's clock.
          #: (Hash) -> Integer
          def gc_ns(block)
            gc_ns = block["gc_ns"] || 0
            gc_ns < block["wall_ns"] ? gc_ns : 0
          end
        end

        #: (Array[Hash]) -> void
        def initialize(blocks)
          @blocks = blocks
        end

        # The number of its generation; nil in earlier records.
        #: () -> Integer?
        def generation = blocks.first["generation"]

        # Whether its cost is estimated from stretches.
        def stretched? = blocks.any? { |block| self.class.stretched?(block) }

        # The ns that the code of a call takes undisturbed.
        #: () -> Float
        def code_ns = @code_ns ||= stretched? ? quantile_ns(SHARE) : typical_ns

        # The longest stretch that a figure depends on, in ns per call.
        #: () -> Float
        def longest_ns = quantile_ns(2 * SHARE)

        # How sparse undisturbed stretches are: the share by which cost would be higher if twice as many had to be faster. Where
        # most stretches are disturbed, the cost contains some of it.
        #: () -> Float
        def sparsity = stretched? ? (longest_ns / quantile_ns(SHARE)) - 1 : 0.0

        # The ns per call of a typical block, without collection.
        #: () -> Float
        def typical_ns = @typical_ns ||= Math.exp(Median.of(code_logs.values.flatten))

        # The log of a typical block's ns per call, with the share of its collections.
        #: () -> Float
        def block_log = Math.log(typical_ns) + gc_log

        # The log of the ratio to what the code of a reference takes in the same generation. Without stretches, it is the
        # median over rounds, so that the host's drift cancels out; nil if there is no common round.
        #: (OfProcess) -> Float?
        def ratio_log(reference)
          return Math.log(code_ns / reference.code_ns) if stretched? && reference.stretched?

          there = reference.code_logs
          ratios = code_logs.flat_map { |round, logs| there[round] ? logs.map { |log| log - Median.of(there[round]) } : [] }
          Median.of(ratios)
        end

        # The log of the factor by which collection increases the cost.
        #: () -> Float
        def gc_log = self.class.gc_log(blocks)

        protected

        # Array[Float]: the ns per call of each stretch, sorted. A concurrent mode times a block as a whole, so it has none.
        def stretches = @stretches ||= blocks.flat_map { |block| stretches_of(block) }.sort

        # {round => [log of a block's ns per call without collection, ...]}
        def code_logs = @code_logs ||= blocks.group_by { |block| block["round"] }
                                             .transform_values { |own| own.map { |block| self.class.code_log(block) } }

        private

        # Per call, so that a clock that did not advance has a log.
        TINY_NS = 0.001
        private_constant :TINY_NS

        def stretches_of(block)
          return [] unless self.class.stretched?(block)

          calls = block["batch"] * block["calls"].fdiv(block["iterations"])
          Cost.full_batches(block).map { |ns| ns / calls }
        end

        # ns per call of the stretch that is longer than that share of all.
        def quantile_ns(share) = [stretches[((stretches.size - 1) * share).round], TINY_NS].max
      end
    end
  end
end
