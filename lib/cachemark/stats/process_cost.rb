# frozen_string_literal: true

module Cachemark
  module Stats
    # What one fresh process says of one cell. A client that collects garbage in
    # fewer than half of its blocks would have all of it dropped by a plain median
    # over blocks, so the two parts are estimated apart: what the code itself takes
    # is the median over the blocks of the time without collection, which one wild
    # block cannot move; what collection adds is its share over all blocks, because
    # every object that is allocated has to be paid for, whichever block pays.
    #
    #   cost = median((wall_ns - gc_ns) / calls) * sum(wall_ns) / sum(wall_ns - gc_ns)
    #
    # Where a runtime does not tell gc_ns it counts as 0.
    class ProcessCost
      # Array[Hash]: the blocks, in the order in which they were measured.
      attr_reader :blocks

      class << self
        # One for each process of the blocks.
        #
        #: (Array[Hash]) -> Array[ProcessCost]
        def of(blocks) = blocks.group_by { |block| block["process"] }.map { |_process, own| new(own) }

        # The log of a block's ns per call without collection; a clock that stood still counts as 1 ns.
        #
        #: (Hash) -> Float
        def code_log(block) = Math.log([block["wall_ns"] - gc_ns(block), 1].max.fdiv(block["calls"]))

        # The log of the factor by which collection makes the blocks dearer.
        #
        #: (Array[Hash]) -> Float
        def gc_log(blocks)
          wall_ns = code_ns = 0
          blocks.each do |block|
            wall_ns += block["wall_ns"]
            code_ns += block["wall_ns"] - gc_ns(block)
          end
          code_ns.positive? ? Math.log(wall_ns.fdiv(code_ns)) : 0.0
        end

        private

        # Collection that took longer than the block ran before or after its clock.
        def gc_ns(block)
          gc_ns = block["gc_ns"] || 0
          gc_ns < block["wall_ns"] ? gc_ns : 0
        end
      end

      #: (Array[Hash]) -> void
      def initialize(blocks)
        @blocks = blocks
      end

      # The log of ns per call.
      #
      #: () -> Float
      def log = Median.of(blocks.map { |block| self.class.code_log(block) }) + gc_log

      # The log of the factor that is collection's.
      #
      #: () -> Float
      def gc_log = self.class.gc_log(blocks)
    end
  end
end
