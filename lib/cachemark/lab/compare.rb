# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `compare`: pairs of every contender against the first, an A/A match riding along,
    # until the time is used or enough is known.
    class Compare < Loop
      #: (**Object) -> void
      def initialize(**)
        super
        @random = Random.new(@job.seed)
        @roster = Roster.new(cells: @job.cells, losses: @losses)
        @pairing = Pairing.new(rig: @rig, roster: @roster, writer: @writer, live: @live, stop: @stop, clock: @clock,
                               random: @random)
      end

      # Measures until an end is reached; answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.tell(:start, total_s: @job.for_s, until_share: @job.until, margin: @job.judging[:margin])
          matches = Plan::Match.of(@job.cells)
          matches.flat_map(&:comparisons).each { |comparison| @writer.add("comparison", comparison.facts) }
          @job.cells.each { |cell| @rig.unavailable(cell)&.then { |why| @roster.unbuilt(cell, why) } }
          @stop.interruptible { measure(matches) }
        end
      end

      private

      def measure(matches) = span(matches, @job.for_s)

      # Pairs of these matches for so many seconds.
      def span(matches, for_s, set: 1, fewest: fewest_of(matches))
        began_s = @clock.call
        turn = Turn.new(matches, for_s: for_s, random: @random, pairing: @pairing, live: @roster.method(:live?),
                                 elapsed: -> { @clock.call - began_s }, share: for_s.fdiv(@job.for_s), fewest: fewest)
        @pairing.call(quads: -> { turn.quads }, set: set) { turn.next unless alone?(matches) || known? }
      end

      # Whether only the A/A match is left: without anything to compare it says nothing.
      def alone?(matches)
        matches.reject(&:noise).flat_map(&:comparisons).none? { |comparison| @roster.live?(comparison) }
      end

      # Pairs without which no verdict can be as sure as asked for.
      def fewest_of(matches)
        verdicts = matches.reject(&:noise).sum { |match| match.comparisons.size } * @job.judging.fetch(:metrics, [nil]).size
        Plan::Effort.fewest(verdicts, alpha: @job.judging.fetch(:alpha, 0.01) * (1 - Stats::Judge::Twofold::TYPICAL))
      end

      # With --until: whether every verdict is as sharp as asked for.
      def known? = @job.until && Stats::Comparison.precise?(@writer.record, @job.until)
    end
  end
end
