# frozen_string_literal: true

module Cachemark
  module Stats
    # The 95 % interval of a cost. Its unit is the fresh process: blocks of one
    # process share that process's luck (address layout, hash seeds), so they say
    # nothing about how much the next process will differ.
    module Interval
      # Below this many processes there is no interval.
      FEWEST = 6
      CONFIDENCE = 0.95

      class << self
        # [low, high] around exp(mean of logs), nil when the processes are too few.
        # `logs` holds one log estimate a process; `sequential` gives the interval
        # that stays valid under peeking.
        #
        #: (Array[Float], ?sequential: bool) -> [Float, Float]?
        def of(logs, sequential: false)
          return if logs.size < FEWEST

          half = sequential ? Sequential.half_width(logs, alpha: 1 - CONFIDENCE) : fixed_half_width(logs)
          return if half.infinite?

          mean = mean(logs)
          [Math.exp(mean - half), Math.exp(mean + half)]
        end

        # The estimate itself: exp(mean of logs); nil for an empty list.
        #
        #: (Array[Float]) -> Float?
        def middle(logs)
          Math.exp(mean(logs)) unless logs.empty?
        end

        private

        def fixed_half_width(logs)
          mean = mean(logs)
          variance = logs.sum { |log| (log - mean)**2 } / (logs.size - 1)
          StudentT.quantile((1 + CONFIDENCE) / 2, logs.size - 1) * Math.sqrt(variance / logs.size)
        end

        def mean(logs) = logs.sum / logs.size
      end
    end
  end
end
