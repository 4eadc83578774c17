# frozen_string_literal: true

module Cachemark
  module Lab
    # Deals the matches of a comparison of fixed length, and says how many quads a pair gets so
    # that FEWEST_PAIRS of each fit.
    class Turn
      # The share of the time in which the fewest pairs should fit: estimates fluctuate.
      SURE = 0.95
      private_constant :SURE

      #: (Array[Plan::Match], for_s: Numeric, random: Random, pairing: Pairing, live: #call, elapsed: #call) -> void
      def initialize(matches, for_s:, random:, pairing:, live:, elapsed:)
        @matches = matches
        @for_s = for_s
        @laps = Plan::Laps.new(matches, random: random)
        @pairing = pairing
        @live = live
        @elapsed = elapsed
        @dealt = 0
      end

      # The next match; nil when no other pair fits, or nothing is left to measure. Raises Trouble
      # as soon as it is known that the fewest pairs cannot fit.
      #: () -> Plan::Match?
      def next
        refuse if @pairing.spent && !(@checked ||= fits?)
        return if @dealt.positive? && @elapsed.call + (expected_s * (under_way + 1)) > @for_s

        @dealt += 1
        @laps.next { |match| match.comparisons.any? { |comparison| @live.call(comparison) } }
      end

      # Quads of each comparison in the next pair.
      #: () -> Integer
      def quads = left.zero? ? Plan::Effort::MOST : [effort.quads, 1].max

      private

      # Pairs that were dealt and are not measured yet.
      def under_way = @dealt - @pairing.measured

      # Pairs still owed to the fewest that make a verdict.
      def left = [@laps.pairs(Plan::Effort::FEWEST_PAIRS) - @dealt, 0].max

      def fits? = effort.quads.positive?

      def effort = Plan::Effort.new(for_s: (@for_s * SURE) - @elapsed.call, pairs: [left, 1].max, **spent)

      def refuse
        raise Trouble.new("#{Plan::Effort::FEWEST_PAIRS} pairs of each comparison do not fit into #{@for_s.round} s",
                          try: "they need about --for #{(@elapsed.call + effort.needed_s).ceil}s, or fewer scenarios")
      end

      def expected_s
        spent = self.spent
        spent[:start_s] + (spent[:quad_s] * quads)
      end

      def spent
        @pairing.spent&.to_h || { start_s: Plan::Effort::START_S, quad_s: Plan::Effort::QUAD_S * @matches.first.comparisons.size }
      end
    end
  end
end
