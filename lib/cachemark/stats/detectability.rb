# frozen_string_literal: true

module Cachemark
  module Stats
    # The smallest slowdown that a machine detects, by pairs of the same code: what Judgement::Timed says of them, and what it
    # would say of those that fit into a minute.
    #
    # A minute is drawn: as many pairs as fit into it, with replacement, from a sample that was itself drawn from the measured
    # pairs, so that the interval includes what 20 s cannot know (a bootstrap of two stages). DRAWS such minutes are judged;
    # the figure is their median, the interval holds 95 % of them.
    class Detectability
      # `resolution` is of the time that was measured, `minute` of MINUTE_S with its `interval`. `pairs` were measured in
      # `seconds`, `minute_pairs` would be compared in a minute; `call_ns` is the cost of a call. `effect` with its
      # `effect_interval` is how far the same code was from itself.
      Found = Value.define(:resolution, :minute, :interval, :pairs, :minute_pairs, :seconds, :call_ns, :effect,
                           :effect_interval) do
        # Whether that was more than chance: if so, no verdict means anything.
        #
        #: () -> bool
        def moved? = !Range.new(*effect_interval).cover?(0)
      end

      MINUTE_S = 60.0
      DRAWS = 200
      # The same interval for the same pairs.
      SEED = 1
      private_constant :DRAWS, :SEED

      # nil where fewer pairs than a verdict needs were completed.
      #
      #: (Record) -> Found?
      def self.of(record) = new(record).found

      #: (Record) -> void
      def initialize(record)
        @record = record
        @pairs = record.comparisons.to_h { |line| [line, PairEvidence.new(record).pairs(line["comparison"])] }
        @alpha = (record.run.dig("options", "alpha") || Judgement::DEFAULTS["alpha"]) * Judgement::Timed::Twofold::TYPICAL
        @random = Random.new(SEED)
      end

      #: () -> Found?
      def found
        return if effects.size < Judgement::FEWEST || minute_pairs < Judgement::FEWEST

        drawn = Array.new(DRAWS) { timed(draw(draw(effects, effects.size), minute_pairs)).resolution }
        whole = timed(effects).to_h
        Found.new(resolution: whole[:resolution], effect: whole[:effect], effect_interval: whole[:interval], pairs: effects.size,
                  minute: Median.of(drawn), interval: [0.025, 0.975].map { |at| Quantile.of(drawn, at) }, seconds: seconds,
                  minute_pairs: minute_pairs, call_ns: Judgement::Timed::Costs.of(@pairs.values.flatten, "wall"))
      end

      private

      # Those of the A/A match too: it has the same code in both arms, as all have here.
      def effects
        @effects ||= @pairs.values.flatten.filter_map { |pair| PairEffect.of(pair.blocks, "wall") }
      end

      def draw(from, count) = Array.new(count) { from[@random.rand(from.size)] }

      def timed(values) = Judgement::Timed.new(values, alpha: @alpha, margin: 0)

      # A comparison gives a part of its time to the A/A: only the others make its verdict.
      def minute_pairs
        compared = @pairs.reject { |line, _pairs| line["noise"] }.values.sum(&:size)
        (compared * MINUTE_S / seconds).round
      end

      # Until the last pair was whole.
      def seconds = @record.pairs.last&.fetch("at_s") || Float::INFINITY
    end
  end
end
