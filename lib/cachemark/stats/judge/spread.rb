# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # Counts of two arms, one figure a process, and how far apart they may lie: from the lowest ratio
      # that the processes allow to the highest. More processes make it surer, not narrower, so that a
      # verdict does not turn round as they come in.
      class Spread
        # Between these shares of its processes an arm is as wide as it is told to be: a process that
        # never got through a block without a retried read says nothing of the code.
        MOST_PROCESSES = [0.1, 0.9].freeze

        #: ([Array[Float], Array[Float]], ?most: [Float, Float]) -> void
        def initialize(figures, most: MOST_PROCESSES)
          @figures = figures
          @most = most
        end

        # [Float, Float]: the medians of [baseline, contender].
        #
        #: () -> [Float, Float]
        def costs = @costs ||= @figures.map { |own| Median.of(own).round(2) }

        # The cost ratio less 1; without limit where something costs more than nothing.
        #
        #: () -> Float
        def effect = share(*costs)

        # [low, high] of the effect.
        #
        #: () -> [Float, Float]
        def interval
          (baseline_low, baseline_high), (low, high) = bounds
          [share(baseline_high, low), share(baseline_low, high)]
        end

        # [[low, high], [low, high]]: of the arms.
        #
        #: () -> [[Float, Float], [Float, Float]]
        def bounds = @bounds ||= @figures.map { |own| @most.map { |part| Quantile.of(own, part).round(2) } }

        # Whether the arms lie so near each other that what parts them is no difference.
        #
        #: (Float) -> bool
        def within?(margin) = interval.all? { |bound| bound.abs <= margin }

        # Whether each arm counts the same in all processes, to less than this.
        #
        #: (Float) -> bool
        def steady?(step) = bounds.all? { |low, high| high - low < step }

        # The place of the arm that differs so much in itself that nothing can be said; nil where neither does.
        #
        #: () -> Integer?
        def blurred
          apart = (costs.last - costs.first).abs
          return if apart.zero?

          widths = bounds.map { |low, high| high - low }
          widths.index(widths.max) if widths.max >= apart || interval.first * interval.last <= 0
        end

        private

        def share(baseline, contender)
          return contender.zero? ? 0.0 : Float::INFINITY if baseline.zero?

          contender.fdiv(baseline) - 1
        end
      end
    end
  end
end
