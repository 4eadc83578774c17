# frozen_string_literal: true

module Cachemark
  module Lab
    # Deals the matches of a comparison of fixed length. It decides how many quads a pair gets, so that the minimum number of
    # pairs of each match fits. Where other work disturbed pairs, more and shorter ones are measured in their place, if need be
    # for somewhat longer.
    class PairBudget
      # Raised if the pairs that a verdict or an answer needs do not fit into the time. What was measured is valid. `needed_s`
      # are the seconds that would probably be enough.
      class TimeTooShort < Trouble
        attr_reader :needed_s

        #: (String, try: String, needed_s: Integer) -> void
        def initialize(what, try:, needed_s:)
          super(what, try: try)
          @needed_s = needed_s
        end
      end

      # The share of the time in which the minimum number of pairs should fit, because estimates fluctuate.
      SURE = 0.95
      # Estimates on a busy machine are wrong.
      PATIENCE = 1.25
      # The suggested time is this much longer than the estimate of a few pairs, so that the next run comes to its end.
      RESERVE = 1.5
      private_constant :SURE, :RESERVE

      # `runner` measures the pairs; `live` returns whether a comparison is still measured; `elapsed` returns seconds.
      # `share` is the part of the user's time that `for_s` is. `fewest` is the number of pairs of each match below which
      # there is no verdict, and `patience` the factor by which the time may be exceeded for them.
      #: (Array[Plan::Match], for_s: Numeric, random: Random, runner: PairRunner, live: #call, elapsed: #call, ?share: Float, ?fewest: Integer, ?patience: Float) -> void
      def initialize(matches, for_s:, random:, runner:, live:, elapsed:, share: 1.0, fewest: Plan::Budget::Effort::FEWEST_PAIRS,
                     patience: PATIENCE)
        @matches = matches
        @for_s = for_s
        @share = share
        @fewest = fewest
        @patience = patience
        @rotation = Plan::Order::Rotation.new(matches, random: random)
        @runner = runner
        @live = live
        @elapsed = elapsed
        @dealt = 0
      end

      # The next match; nil if no other pair fits, or nothing is left to measure. Raises Trouble if a first round of pairs
      # has shown that the minimum cannot fit; failed cells have been dropped by then.
      #: () -> Plan::Match?
      def next
        refuse if too_few_possible?
        return if over?

        @dealt += 1
        @rotation.next { |match| live?(match) }
      end

      # Quads of each comparison in the next pair: few enough for the minimum of pairs. The A/A match gets its pairs too if the
      # quads still take as long as the start of the processes. With fewer, the same time shows less, because a host's speed
      # changes within milliseconds.
      #: () -> Integer
      def quads
        full = owed(@rotation.full(@fewest) { |match| live?(match) }) + @runner.disturbed.ceil
        return Plan::Budget::Effort::MOST_QUADS if full.zero?

        [effort(full).quads, [effort.quads, worthwhile].min, 1].max
      end

      private

      # Whether no other pair would end in time. The time is stretched until the minimum of undisturbed pairs is reached.
      def over?
        enough = fewest <= @dealt - @runner.disturbed
        @dealt.positive? && @elapsed.call + (expected_s * (under_way + 1)) > @for_s * (enough ? 1 : @patience)
      end

      def too_few_possible?
        return false if left.zero? || @runner.spent.nil?

        over? || (@runner.measured >= @matches.size && @elapsed.call + effort.needed_s > @for_s * @patience)
      end

      # Pairs that were dealt and are not measured yet.
      def under_way = @dealt - @runner.measured

      # Pairs that are missing for the minimum of a verdict.
      def left = owed(fewest)

      def fewest = @rotation.pairs(@fewest) { |match| live?(match) }

      def owed(pairs) = [pairs - @dealt, 0].max

      def live?(match) = match.comparisons.any? { |comparison| @live.call(comparison) }

      def effort(pairs = left) = Plan::Budget::Effort.new(for_s: (@for_s * SURE) - @elapsed.call, pairs: [pairs, 1].max, **spent)

      def refuse
        needed_s = ((@elapsed.call + effort.needed_s) * RESERVE / @share).ceil
        raise TimeTooShort.new("#{@fewest} pairs of each comparison do not fit into #{(@for_s / @share).round} s",
                               try: "they need about --for #{needed_s}s, or fewer scenarios", needed_s: needed_s)
      end

      # Quads that take as long as the start of their pair.
      def worthwhile = (spent[:start_s] / spent[:quad_s]).ceil.clamp(1, Plan::Budget::Effort::MOST_QUADS)

      def expected_s
        spent = self.spent
        spent[:start_s] + (spent[:quad_s] * quads)
      end

      def spent
        @runner.spent&.to_h || { start_s: Plan::Budget::Effort::START_S, quad_s: Plan::Budget::Effort::QUAD_S * @matches.first.comparisons.size }
      end
    end
  end
end
