# frozen_string_literal: true

module Cachemark
  module Stats
    # The result of fresh processes about a time, or of pairs of them about a change. It takes one log for each process or
    # pair. The value is Hodges and Lehmann's, and the interval that of the signed-rank test, so that a few disturbed
    # processes move neither. `sequential` takes the mean, and an interval that stays valid however often it is looked at.
    class Estimate
      # The probability with which a change as large as `detectable` is detected.
      POWER = 0.95

      # Array[Float]: the logs.
      attr_reader :logs

      # The interval contains the truth with a probability of 1 - `alpha`. With fewer logs than `fewest`, there is none.
      #: (Array[Float], alpha: Float, fewest: Integer, ?sequential: bool) -> void
      def initialize(logs, alpha:, fewest:, sequential: false)
        @logs = logs
        @alpha = alpha
        @fewest = fewest
        @sequential = sequential
      end

      # The estimate as a log; nil without any.
      #: () -> Float?
      def middle
        return if @logs.empty?

        @middle ||= @sequential ? @logs.sum / @logs.size : SignedRank.estimate(@logs)
      end

      # [low, high] as logs; nil if there are too few.
      #: () -> [Float, Float]?
      def bounds
        return if @logs.size < @fewest

        @bounds ||= @sequential ? sequential : SignedRank.interval(@logs, @alpha)
      end

      # The smallest difference from 0, as a log, that would have been called one with a probability of POWER. The whole
      # interval must be beyond 0, and the position of its end is also subject to chance. nil without an interval.
      #: () -> Float?
      def detectable
        return unless bounds

        half = [middle - bounds.first, bounds.last - middle].max
        half + (half / half_width_in_errors * Interval::StudentT.quantile(POWER, @logs.size - 1))
      end

      private

      def sequential
        half = Interval::Sequential.half_width(@logs, alpha: @alpha)
        [middle - half, middle + half] if half.finite?
      end

      # Half the width of the interval, in standard errors.
      def half_width_in_errors
        return Interval::StudentT.quantile(1 - (@alpha / 2), @logs.size - 1) unless @sequential

        error = Math.sqrt(@logs.sum { |log| (log - middle)**2 } / (@logs.size - 1) / @logs.size)
        error.positive? ? (bounds.last - bounds.first) / 2 / error : Float::INFINITY
      end
    end
  end
end
