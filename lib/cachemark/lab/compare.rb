# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `compare`: pairs of every contender with the baseline, and an A/A match in the same run. It ends when the
    # time is used, or when the verdicts are precise enough.
    class Compare < Loop
      class << self
        # Seconds that the pairs of a verdict take at least, on any machine.
        #: (Job) -> Float
        def least_s(job)
          matches = Plan::Match.of(job.cells)
          effort = Plan::Budget::Effort
          fewest(matches, job.judging) * matches.sum { |match| effort::START_S + (effort::QUAD_S * match.comparisons.size) }
        end

        # The number of pairs below which no verdict can reach the requested confidence.
        #: (Array[Plan::Match], Hash[Symbol, Object]) -> Integer
        def fewest(matches, judging)
          verdicts = matches.reject(&:noise).sum { |match| match.comparisons.size } * judging.fetch(:metrics, [nil]).size
          alpha = judging.fetch(:alpha, 0.01) * (1 - Stats::Judgement::Timed::TypicalAndTotal::TYPICAL)
          Plan::Budget::Effort.fewest(verdicts, alpha: alpha)
        end
      end

      #: (**Object) -> void
      def initialize(**)
        super
        @random = Random.new(@job.seed)
        @runner = PairRunner.new(@engine, @participants, random: @random)
      end

      # Measures until an end is reached. Returns "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.notify(:start, total_s: @job.for_s, until_share: @job.until, margin: @job.judging[:margin])
          matches = Plan::Match.of(@job.cells)
          matches.flat_map(&:comparisons).each { |comparison| @writer.add("comparison", comparison.facts) }
          @participants.drop_unavailable
          @stop.interruptible { measure(matches) }
        end
      end

      private

      def measure(matches) = span(matches, @job.for_s)

      # Measures pairs of these matches for `for_s` seconds.
      def span(matches, for_s, set: 1, fewest: Compare.fewest(matches, @job.judging))
        began_s = @clock.call
        budget = PairBudget.new(matches, for_s: for_s, random: @random, runner: @runner, live: @participants.method(:live?),
                                         elapsed: -> { @clock.call - began_s }, share: for_s.fdiv(@job.for_s), fewest: fewest)
        @runner.call(quads: -> { budget.quads }, set: set) { budget.next unless only_noise?(matches) || known? }
      end

      # Whether only the A/A match is left, which shows nothing on its own.
      def only_noise?(matches)
        matches.reject(&:noise).flat_map(&:comparisons).none? { |comparison| @participants.live?(comparison) }
      end

      # With --until: whether every verdict is as precise as requested.
      def known? = @job.until && Stats::Comparison.precise?(@writer.record, @job.until)
    end
  end
end
