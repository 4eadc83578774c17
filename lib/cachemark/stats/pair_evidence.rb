# frozen_string_literal: true

module Cachemark
  module Stats
    # The complete pairs of a record, by comparison. A pair that broke off has no line, and its blocks do not count: a reason
    # to break off may favour one arm.
    class PairEvidence
      # `blocks` are those of one comparison; `steal_percent` is nil where the kernel does not
      # report it; `at_s` is when the pair was complete.
      Pair = Value.define(:blocks, steal_percent: nil, at_s: nil)

      # `set` 1 or 2; nil for all pairs.
      #
      #: (Record, ?set: Integer?) -> void
      def initialize(record, set: nil)
        lines = record.pairs.select { |line| set.nil? || (line["set"] || 1) == set }
        blocks = record.blocks.group_by { |block| block.values_at("comparison", "pair") }
        @pairs = {}
        lines.each do |line|
          line["comparisons"].each do |comparison|
            own = blocks[[comparison, line["pair"]]] or next
            (@pairs[comparison] ||= []) << Pair.new(blocks: own, **line.slice("steal_percent", "at_s").transform_keys(&:to_sym))
          end
        end
      end

      # In the order in which they were completed.
      #
      #: (String) -> Array[Pair]
      def pairs(comparison) = @pairs.fetch(comparison, [])
    end
  end
end
