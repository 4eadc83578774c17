# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `compare`: pairs of every contender with the baseline, and an A/A match in the same run. It ends when the
    # time is used, or when the verdicts are precise enough. Metrics that need an instrument are counted after the pairs. If
    # all metrics are exact, there are no pairs, because their blocks would be timed for nothing.
    class Compare < Loop
      # The share of the time for the pairs if there is something to count as well.
      PAIRED = 0.6

      # - among_hosts: whether other hosts measure the same, so that a few pairs here are enough
      Task = Value.define(:seed, :for_s, loop: self, **SHARED, until: nil, judging: {}.freeze, sweeps: [].freeze,
                                         trials: [].freeze, probes: [].freeze, among_hosts: false) do
        include Loop::Task
        def options = { for_s: for_s, until: self.until, **judging, sweeps: sweeps.map(&:facts) }
        def seconds = for_s

        # All metrics of the verdicts, and those that are measured in pairs.
        def metrics = judging.fetch(:metrics, [Vocabulary::Metrics::DEFAULT])
        def paired = metrics - counted

        # The metrics that are counted in other processes than those of pairs. Only one call at a time can be counted there.
        def counted
          exact = metrics.all? { |metric| Vocabulary::Metrics[metric].exact? }
          exact && sync? ? metrics : metrics & Vocabulary::Metrics::INSTRUMENT
        end

        # Seconds that the pairs of a verdict take at least, on any machine; 0 without pairs.
        def least_s
          return 0.0 if paired.empty?

          matches = Plan::Match.of(cells)
          effort = Plan::Budget::Effort
          fewest(matches) * matches.sum { |match| effort::START_S + (effort::QUAD_S * match.comparisons.size) }
        end

        # The number of pairs below which no verdict can reach the requested confidence. Over several hosts, it comes from the
        # hosts.
        #: (Array[Plan::Match]) -> Integer
        def fewest(matches)
          return Stats::OverHosts::FEWEST_PAIRS if among_hosts

          tests = metrics.sum { |metric| Stats::Counts.tests(metric) }
          verdicts = matches.reject(&:noise).sum { |match| match.comparisons.size } * tests
          alpha = judging.fetch(:alpha, 0.01) * Stats::Judgement::Timed::Questions::LEAST
          Plan::Budget::Effort.fewest(verdicts, alpha: alpha)
        end

        private

        def sync? = cells.all? { |cell| Vocabulary::Mode.of(cell.mode).sync? }
      end

      #: (**Object) -> void
      def initialize(**)
        super
        @random = Random.new(@task.seed)
        @runner = PairRunner.new(@engine, @participants, random: @random)
        @counting = Counting.new(@engine, @participants, metrics: @task.counted, random: @random)
      end

      # Measures until an end is reached. Returns "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.notify(:start, total_s: @task.for_s, until_share: @task.until, margin: @task.judging[:margin])
          matches = Plan::Match.of(@task.cells)
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
        @counting.call(matches, @task.for_s - paired_s) if @counting.any? && !@stop.requested?
      end

      # Cells without pairs, whose processes are examined when they have finished measuring. Then those whose traffic differs
      # between processes, until there are as many of these as a verdict needs.
      def look_at_the_wire
        metrics = @task.metrics & Vocabulary::Metrics::ON_THE_WIRE
        return if metrics.empty?

        cells = (@task.counted & metrics).any? ? live_cells : []
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
        return 0 if @task.paired.empty?

        @counting.any? ? @task.for_s * PAIRED : @task.for_s
      end

      # Measures pairs of these matches for `for_s` seconds. The rest is for PairBudget.
      def span(matches, for_s, set: 1, fewest: @task.fewest(matches), **rest)
        began_s = @clock.call
        budget = PairBudget.new(matches, for_s: for_s, random: @random, runner: @runner, live: @participants.method(:live?),
                                         elapsed: -> { @clock.call - began_s }, share: for_s.fdiv(@task.for_s),
                                         fewest: fewest, **rest)
        @runner.call(quads: -> { budget.quads }, set: set) { budget.next unless only_noise?(matches) || known? }
      end

      # Whether only the A/A match is left, which shows nothing on its own.
      def only_noise?(matches)
        matches.reject(&:noise).flat_map(&:comparisons).none? { |comparison| @participants.live?(comparison) }
      end

      # With --for SHARE: whether every verdict is as precise as requested.
      def known? = @task.until && Stats::Comparison.precise?(@writer.record, @task.until)
    end
  end
end
