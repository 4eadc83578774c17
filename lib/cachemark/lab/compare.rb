# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `compare`: pairs of every contender with the baseline, and an A/A match in the same run. It ends when the
    # time is used, or when the verdicts are precise enough. Metrics that need an instrument are counted after the pairs. If
    # all metrics are exact, there are no pairs, because their blocks would be timed for nothing.
    class Compare < Loop
      # The share of the time for the pairs if there is something to count as well.
      PAIRED = 0.6

      class << self
        # Seconds that the pairs of a verdict take at least, on any machine; 0 without pairs.
        #: (Job) -> Float
        def least_s(job)
          return 0.0 if paired(job).empty?

          matches = Plan::Match.of(job.cells)
          effort = Plan::Budget::Effort
          fewest(matches, job) * matches.sum { |match| effort::START_S + (effort::QUAD_S * match.comparisons.size) }
        end

        # The number of pairs below which no verdict can reach the requested confidence. Over several hosts, it comes from the
        # hosts.
        #: (Array[Plan::Match], Job) -> Integer
        def fewest(matches, job)
          return Stats::OverHosts::FEWEST_PAIRS if job.among_hosts

          tests = metrics(job).sum { |metric| Stats::Counts.tests(metric) }
          verdicts = matches.reject(&:noise).sum { |match| match.comparisons.size } * tests
          alpha = job.judging.fetch(:alpha, 0.01) * Stats::Judgement::Timed::Questions::LEAST
          Plan::Budget::Effort.fewest(verdicts, alpha: alpha)
        end

        # The metrics that are measured in pairs.
        #: (Job) -> Array[String]
        def paired(job) = metrics(job) - counted(job)

        # The metrics that are counted in other processes than those of pairs. Only one call at a time can be counted there.
        #: (Job) -> Array[String]
        def counted(job)
          exact = metrics(job).all? { |metric| Vocabulary::Metrics[metric].exact? }
          exact && sync?(job) ? metrics(job) : metrics(job) & Vocabulary::Metrics::INSTRUMENT
        end

        # All metrics of the verdicts.
        #: (Job) -> Array[String]
        def metrics(job) = job.judging.fetch(:metrics, [Vocabulary::Metrics::DEFAULT])

        private

        def sync?(job) = job.cells.all? { |cell| Vocabulary::Mode.of(cell.mode).sync? }
      end

      #: (**Object) -> void
      def initialize(**)
        super
        @random = Random.new(@job.seed)
        @runner = PairRunner.new(@engine, @participants, random: @random)
        @counting = Counting.new(@engine, @participants, metrics: counted, random: @random)
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

      def measure(matches)
        span(matches, paired_s) if paired_s.positive?
        count(matches)
        look_at_departures
      end

      def count(matches)
        look_at_the_wire
        @counting.call(matches, @job.for_s - paired_s) if @counting.any? && !@stop.requested?
      end

      # Cells without pairs, whose processes are examined when they have finished measuring. Then those whose traffic differs
      # between processes, until there are as many of these as a verdict needs.
      def look_at_the_wire
        metrics = Compare.metrics(@job) & Vocabulary::Metrics::ON_THE_WIRE
        return if metrics.empty?

        cells = (counted & metrics).any? ? live_cells : []
        (0..).each do |generation|
          look_untimed(cells, generation: generation) if cells.any?
          cells = differing(metrics)
          break if cells.empty? || @stop.requested?
        end
      end

      def live_cells = @participants.live.map(&:cell)

      # The cells that need more processes for a verdict on their traffic. A cell whose look fails is no longer measured.
      def differing(metrics)
        needed = Stats::Comparison.needed(@writer.record)
        seen = @writer.record.works.map { |work| work.values_at("cell", "process") }.uniq.map(&:first).tally
        live_cells.select { |cell| metrics.any? { |metric| seen.fetch(cell.id, 0) < needed[[cell.id, metric]]&.processes.to_i } }
      end

      # The seconds for pairs.
      def paired_s
        return 0 if Compare.paired(@job).empty?

        @counting.any? ? @job.for_s * PAIRED : @job.for_s
      end

      def counted = Compare.counted(@job)

      # Measures pairs of these matches for `for_s` seconds. The rest is for PairBudget.
      def span(matches, for_s, set: 1, fewest: Compare.fewest(matches, @job), **rest)
        began_s = @clock.call
        budget = PairBudget.new(matches, for_s: for_s, random: @random, runner: @runner, live: @participants.method(:live?),
                                         elapsed: -> { @clock.call - began_s }, share: for_s.fdiv(@job.for_s),
                                         fewest: fewest, **rest)
        @runner.call(quads: -> { budget.quads }, set: set) { budget.next unless only_noise?(matches) || known? }
      end

      # Whether only the A/A match is left, which shows nothing on its own.
      def only_noise?(matches)
        matches.reject(&:noise).flat_map(&:comparisons).none? { |comparison| @participants.live?(comparison) }
      end

      # With --for SHARE: whether every verdict is as precise as requested.
      def known? = @job.until && Stats::Comparison.precise?(@writer.record, @job.until)
    end
  end
end
