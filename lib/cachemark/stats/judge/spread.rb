# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # Counts of two arms, one figure a process, and how far apart the arms lie: by the ratios of each process
      # of one to each of the other (Hodges and Lehmann). A process that never got through a block without a
      # retried read counts too much: some such processes move neither the middle ratio nor its bounds.
      class Spread
        # Standard errors of Mann and Whitney's statistic beyond which lies 1 %; processes too few for
        # that leave the bounds at the lowest and the highest ratio.
        REACH = 2.576

        # `whole`: no ratio is left out, where each figure is said to be exact.
        #
        #: ([Array[Float], Array[Float]], ?whole: bool) -> void
        def initialize(figures, whole: false)
          @figures = figures.map { |own| own.map { |figure| figure.round(2) } }
          @whole = whole
        end

        # [Float, Float]: the medians of [baseline, contender].
        #
        #: () -> [Float, Float]
        def costs = @costs ||= @figures.map { |own| Median.of(own).round(2) }

        # The cost ratio less 1; without limit where something costs more than nothing.
        #
        #: () -> Float
        def effect = Median.of(ratios)

        # [low, high] of the effect.
        #
        #: () -> [Float, Float]
        def interval = [ratios[outside - 1], ratios[-outside]]

        # Whether the arms lie apart beyond doubt.
        #
        #: () -> bool
        def apart? = interval.first.positive? || interval.last.negative?

        # Whether the arms surely lie so near each other.
        #
        #: (Float) -> bool
        def within?(margin) = interval.all? { |bound| bound.abs <= margin }

        # [place of the arm whose processes differ most, its lowest, its highest].
        #
        #: () -> [Integer, Float, Float]
        def widest
          own = @figures.max_by { |figures| figures.max - figures.min }
          [@figures.index(own), *own.minmax]
        end

        private

        def ratios = @ratios ||= @figures.first.product(@figures.last).map { |pair| share(*pair) }.sort

        # The place from either end at which the bounds stand, from 1.
        def outside
          return 1 if @whole

          sizes = @figures.map(&:size)
          product = sizes.reduce(:*)
          [((product / 2.0) - (REACH * Math.sqrt(product * (sizes.sum + 1) / 12.0))).floor, 1].max
        end

        def share(baseline, contender)
          return contender.zero? ? 0.0 : Float::INFINITY if baseline.zero?

          contender.fdiv(baseline) - 1
        end
      end
    end
  end
end
