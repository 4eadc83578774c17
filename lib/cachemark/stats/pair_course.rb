# frozen_string_literal: true

module Cachemark
  module Stats
    # How a comparison went on: what each pair of fresh processes said of the time per call, one by one.
    module PairCourse
      # `comparison` is the record's id, as a Verdict has it; `effect` is the cost ratio - 1, `at_s` when the pair was whole, in
      # seconds since the measurement began.
      Point = Value.define(:comparison, :effect, :at_s)

      # In the order in which they were measured.
      #
      #: (Record) -> Array[Point]
      def self.of(record)
        pairs = PairEvidence.new(record)
        record.comparisons.map { |line| line["comparison"] }.flat_map do |comparison|
          pairs.pairs(comparison).filter_map do |pair|
            effect = PairEffect.of(pair.blocks, "wall")
            Point.new(comparison: comparison, effect: Math.exp(effect) - 1, at_s: pair.at_s) if effect && pair.at_s
          end
        end
      end
    end
  end
end
