# frozen_string_literal: true

module Cachemark
  module Stats
    class Cost
      # The cost by method 1 (TimeMethod): without garbage collection where blocks have stretches, with it elsewhere. The
      # estimate is the mean over processes. A disturbed row has neither a ratio nor an interval.
      class First < Cost
        # A row can be disturbed if its calls were lengthened by more than this share. It is, if its × socket is known less
        # precisely than to the second share, or if its undisturbed stretches are sparser than the third.
        LEAST_DISTURBANCE = 0.25
        LEAST_PRECISION = 0.03
        MOST_SPARSITY = 0.02
        private_constant :LEAST_DISTURBANCE, :LEAST_PRECISION, :MOST_SPARSITY

        #: () -> Array[OfProcess]
        def processes = all

        # The figure that method 1 shows, where it has no collections.
        #: () -> Float?
        def code_ns = Interval.middle(logs)

        #: (OfProcess) -> Float
        def log(process) = process.stretched? ? Math.log(process.code_ns) : process.block_log

        #: (Array[[OfProcess, OfProcess]], Cost) -> [Float?, [Float, Float]?]
        def ratio(pairs, _reference)
          logs = pairs.filter_map { |own, there| ratio_log(own, there) }
          between_runs = all.any?(&:stretched?) ? RATIO_BETWEEN_RUNS : 0.0
          [Interval.middle(logs), Interval.of(logs, sequential: @sequential, between_runs: between_runs)]
        end

        # Only by intervals.
        #: (Array[[OfProcess, OfProcess]], Cost, alpha: Float) -> bool
        def below?(*, alpha:) = false

        #: (Float?, [Float, Float]?) -> Hash[Symbol, Object]
        def in_row(ratio, interval)
          known = { **to_h, socket_ratio: ratio, socket_ratio_interval: interval, mark: nil }
          return known unless disturbed?(interval)

          { **known, interval: nil, socket_ratio: nil, socket_ratio_interval: nil, mark: Remark[:disturbed] }
        end

        private

        def disturbed?(ratio_interval)
          return false unless to_h[:disturbance].to_f > LEAST_DISTURBANCE

          precision = Row.half_width(ratio_interval)
          (!precision.nil? && precision > LEAST_PRECISION) || Median.of(processes.map(&:sparsity)) > MOST_SPARSITY
        end

        def figures = { **common, wall_ns: code_ns, interval: Interval.of(logs, sequential: @sequential) }

        def ratio_log(own, there)
          log = own.ratio_log(there) or return
          own.stretched? && there.stretched? ? log : log + own.gc_log - there.gc_log
        end
      end
    end
  end
end
