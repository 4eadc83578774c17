# frozen_string_literal: true

module Cachemark
  module Stats
    # The cost of a call of one cell in steady state, from the cell's blocks.
    #
    # - `wall_ns` is the time per call: what its code takes undisturbed (OfProcess#code_ns), plus its share of the
    #   collections, each at one price (Collections). It is an Estimate over the processes.
    # - `without_gc_ns` is the same without the collections.
    # - `mean_ns` is all the time divided by all the calls, and `disturbance` the share by which that is longer, both without
    #   collections.
    #
    # Processes that were disturbed far more than the others do not count (`left_out`). Disturbance that remains in the others
    # makes intervals wider.
    class Cost
      # Half the 95 % interval for how much two runs on one machine differ, as a log: 1.96 standard deviations of 0.6 % of
      # times, and of 0.3 % of ratios (guides/method.md#intervals).
      BETWEEN_RUNS = 0.012
      RATIO_BETWEEN_RUNS = 0.006
      # Both are wider by this part of the share of the time that other work took, because of the caches that it leaves.
      BY_OTHER_WORK = 0.08
      # Stretches that other work disturbed are left in a low quantile if they are many. Then the quantile of twice the share
      # is higher by more than the first share, and the cost is too high by the second number times the rest at most.
      USUAL_SPARSITY = 0.015
      BIAS = 4
      # Half of an interval that is wider than this share is marked.
      WIDE = 0.03
      ALPHA = 1 - Interval::CONFIDENCE
      private_constant :USUAL_SPARSITY, :BIAS, :BY_OTHER_WORK

      class << self
        # The cost of blocks of a record whose header is `run`. `rest` is as for `new`.
        #: (Hash, Array[Hash], **Object) -> Cost
        def of(run, blocks, **rest) = (TimeMethod.first?(run) ? First : self).new(blocks, **rest)

        # Figures without an estimate: all iterations, and means per call; nil where a block lacks the number, because a sum
        # over some blocks would be wrong.
        #: (Array[Hash]) -> Hash[Symbol, Numeric?]
        def means(blocks)
          { iterations: sum(blocks, "iterations"), **%i[user_ns system_ns allocations].to_h do |name|
            [name, per_call(blocks, name.to_s)]
          end }
        end

        #: (Array[Hash], String) -> Numeric?
        def per_call(blocks, name) = sum(blocks, name)&.fdiv(sum(blocks, "calls"))

        #: (Array[Hash], String) -> Integer?
        def sum(blocks, name)
          blocks.sum { |block| block[name] || (return nil) }
        end

        # The time of all blocks together, in a metric that has totals: "wall" or "cpu". nil if a runtime does not report it.
        #: (Array[Hash], String) -> Integer?
        def spent_ns(blocks, metric)
          spent = blocks.flat_map { |block| metric == "cpu" ? block.values_at("user_ns", "system_ns") : [block["wall_ns"]] }
          spent.sum if spent.all?
        end

        # The times of a block's stretches, without an incomplete last one: it would always be the fastest.
        #: (Hash) -> Array[Integer]
        def full_batches(block)
          batches = block["batches"] || []
          batches.empty? || (block["iterations"] % block["batch"]).zero? ? batches : batches[0...-1]
        end

        # The ns per call of a block's fastest stretch; nil without stretches.
        #: (Hash) -> Float?
        def fastest_ns(block)
          batch = block["batch"].to_i
          full_batches(block).min&.fdiv(batch * block["calls"].fdiv(block["iterations"])) if batch.positive?
        end
      end

      # `drift` is asked when figures are, because it comes from the costs of all cells.
      #: (Array[Hash], collections: Collections, ?sequential: bool, ?drift: () -> Drift) -> void
      def initialize(blocks, collections:, sequential: false, drift: -> { Drift.new({}) })
        @blocks = blocks
        @collections = collections
        @sequential = sequential
        @drift = drift
      end

      # The members of Row about cost; times are in ns per call.
      #: () -> Hash[Symbol, Object]
      def to_h = @to_h ||= figures.freeze

      # Array[OfProcess]: all processes.
      def all = @all ||= OfProcess.of(@blocks)

      # Array[OfProcess]: the processes that count.
      def processes = @processes ||= Disturbed.without(all, fewest: Interval::FEWEST, &:sparsity)

      # The log of a process's time per call.
      #: (OfProcess) -> Float
      def log(process) = Math.log(process.code_ns + @collections.per_call_ns(process.blocks))

      # {generation => log}: how far each process that counts is from their middle.
      #: () -> Hash[Integer?, Float]
      def deviations
        middle = SignedRank.estimate(logs)
        processes.to_h { |process| [process.generation, log(process) - middle] }
      end

      # [value, interval] of × socket, from [process, process of the reference] of each generation.
      #: (Array[[OfProcess, OfProcess]], Cost) -> [Float?, [Float, Float]?]
      def ratio(pairs, reference)
        estimated(undisturbed(pairs).filter_map { |own, there| own.ratio_log(there) },
                  between_runs: reference.ratio_between_runs, low: bias, high: reference.bias)
      end

      # Whether its time per call is surely below that of another cost, from [process, process of the other] of each
      # generation, because the host's drift moves both. `alpha` is the probability of a wrong yes.
      #: (Array[[OfProcess, OfProcess]], Cost, alpha: Float) -> bool
      def below?(pairs, other, alpha:)
        logs = undisturbed(pairs).map { |own, there| log(own) - log(there) }
        _, interval = estimated(logs, between_runs: other.ratio_between_runs, low: bias, high: other.bias, alpha: alpha)
        !interval.nil? && interval.last < 1
      end

      # × socket of socket itself.
      #: () -> [Float?, [Float, Float]?]
      def unity = [(1.0 if all.any?), ([1.0, 1.0] if all.size >= Interval::FEWEST)]

      # The ns per call without collections: what × socket compares.
      #: () -> Float?
      def code_ns = @code_ns ||= middle(steady(code_logs))&.then { |log| Math.exp(log) }

      # The members of Row about cost, with its × socket. `mark` is the remark of a row whose interval other work made wide.
      #: (Float?, [Float, Float]?) -> Hash[Symbol, Object]
      def in_row(ratio, interval)
        half = Row.half_width(to_h[:interval])
        { **to_h, socket_ratio: ratio, socket_ratio_interval: interval,
          mark: (Remark[:widened] if half && half > WIDE && bias.positive?) }
      end

      protected

      # By how much the cost may be too high, as a log, because undisturbed stretches are rare.
      def bias
        @bias ||= BIAS * [(Median.of(processes.map(&:sparsity)) || 0.0) - USUAL_SPARSITY, 0.0].max
      end

      # The same for a ratio to it as BETWEEN_RUNS for a time, next to the other work of this run.
      def ratio_between_runs = disturbed(RATIO_BETWEEN_RUNS)

      private

      def disturbed(between_runs)
        longer = [disturbance.to_f, 0.0].max
        Math.hypot(between_runs, BY_OTHER_WORK * longer / (1 + longer))
      end

      def figures
        value, interval = estimated(logs, between_runs: disturbed(BETWEEN_RUNS), low: bias, middle: middle(steady(logs)))
        { **common, wall_ns: value, interval: interval, without_gc_ns: code_ns, left_out: (all.size - processes.size).nonzero? }
      end

      def common
        { **Cost.means(@blocks), processes: all.size, blocks: @blocks.size, mean_ns: mean_ns, disturbance: disturbance,
          pass_ns: pass_ns, fastest_ns: @blocks.filter_map { |block| Cost.fastest_ns(block) }.min, cpu_s: cpu_s,
          gc_share: gc_share, memory_bytes: memory_bytes }
      end

      def undisturbed(pairs) = Disturbed.without(pairs, fewest: Interval::FEWEST) { |pair| pair.map(&:sparsity).max }

      def logs = @logs ||= processes.map { |process| log(process) }

      # Logs of the processes, without what the drift of the host did to them.
      def steady(logs) = logs.zip(processes).map { |log, process| log - @drift.call.during(process) }

      def middle(logs) = Estimate.new(logs, alpha: ALPHA, fewest: 1, sequential: @sequential).middle

      def code_logs = processes.map { |process| Math.log(process.code_ns) }

      # [value, interval]; nil in place of what is unknown. `middle` is the log of the value if not that of the estimate; the
      # interval has its width. The value may be too high by `low`, and too low by `high`.
      def estimated(logs, between_runs:, low:, high: 0.0, alpha: ALPHA, middle: nil)
        estimate = Estimate.new(logs, alpha: alpha, fewest: Interval::FEWEST, sequential: @sequential)
        middle ||= estimate.middle or return [nil, nil]
        bounds = estimate.bounds or return [Math.exp(middle), nil]
        halves = bounds.map { |bound| Math.hypot(bound - estimate.middle, between_runs) }
        [Math.exp(middle), [Math.exp(middle - halves.first - low), Math.exp(middle + halves.last + high)]]
      end

      def mean_ns = @mean_ns ||= Cost.per_call(@blocks, "wall_ns")

      # nil without stretches: a median is not moved by all that disturbs, either way.
      def disturbance
        (mean_ns * (1 - gc_share.to_f) / code_ns) - 1 if @blocks.any? { |block| OfProcess.stretched?(block) }
      end

      # The time of a whole iteration: the median over processes of the median over each process's blocks.
      def pass_ns
        processes = @blocks.group_by { |block| block["process"] }.values
        Median.of(processes.map { |own| Median.of(own.map { |block| block["wall_ns"].fdiv(block["iterations"]) }) })
      end

      def cpu_s
        user, system = %w[user_ns system_ns].map { |name| Cost.sum(@blocks, name) }
        (user + system) / 1e9 if user && system
      end

      # The median over processes, each after its last block; nil if no block says it.
      def memory_bytes
        Median.of(@blocks.group_by { |block| block["process"] }.filter_map { |_, own| own.last["memory_bytes"] })&.round
      end

      def gc_share = Cost.sum(@blocks, "gc_ns")&.fdiv(Cost.sum(@blocks, "wall_ns"))

      # By how much everything was slower or faster in a generation of processes than usual. A host has slow and fast times, and
      # each cell was measured in all of them. Without the drift, the ratio of two rows is as precise as a comparison of pairs.
      class Drift
        # From costs of one mode: the median over the cells of how far each was from its own middle, so that one odd process
        # is no drift. The usual drift is 0.
        #: (Array[Cost]) -> Drift
        def self.of(costs)
          deviations = costs.flat_map { |cost| cost.deviations.to_a }.group_by(&:first)
          logs = deviations.transform_values { |own| Median.of(own.map(&:last)) }
          usual = SignedRank.estimate(logs.values)
          new(logs.transform_values { |log| log - usual })
        end

        # {generation => log}
        #: (Hash[Integer?, Float]) -> void
        def initialize(logs)
          @logs = logs
        end

        # The drift during a process, as a log; 0 if it is unknown.
        #: (OfProcess) -> Float
        def during(process) = @logs.fetch(process.generation, 0.0)
      end
    end
  end
end
