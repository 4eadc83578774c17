# frozen_string_literal: true

module Cachemark
  module Stats
    # The cost of one cell per call, from its blocks. `wall_ns` is the mean over processes of OfProcess, which a disturbed
    # stretch does not move. `mean_ns` is all the time divided by all the calls. `disturbance` is the share by which the mean
    # without garbage collection is longer than `wall_ns`.
    class Cost
      # A row can be disturbed if its calls were lengthened by more than this share. It is, if its × socket is known less
      # precisely than to the second share, or if its undisturbed stretches are sparser than the third. docs/estimators.md has
      # the reasons.
      LEAST_DISTURBANCE = 0.25
      LEAST_PRECISION = 0.03
      MOST_SPARSITY = 0.02
      # The members of Row that a disturbed row does not have.
      UNKNOWN = { interval: nil, socket_ratio: nil, socket_ratio_interval: nil }.freeze
      private_constant :LEAST_DISTURBANCE, :LEAST_PRECISION, :MOST_SPARSITY

      class << self
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
      end

      #: (Array[Hash], ?sequential: bool) -> void
      def initialize(blocks, sequential: false)
        @blocks = blocks
        @sequential = sequential
      end

      # The members of Row about cost; times are in ns per call.
      #: () -> Hash[Symbol, Object]
      def to_h = @to_h ||= figures.freeze

      # Whether other work hides the cost, so that the row has no ratio and no interval.
      #: ([Float, Float]?) -> bool
      def disturbed?(ratio_interval)
        return false unless to_h[:disturbance].to_f > LEAST_DISTURBANCE

        precision = Row.half_width(ratio_interval)
        (!precision.nil? && precision > LEAST_PRECISION) || Median.of(processes.map(&:sparsity)) > MOST_SPARSITY
      end

      # Array[OfProcess]
      def processes = @processes ||= OfProcess.of(@blocks)

      # Figures without an estimate: all iterations, and means per call.
      #: () -> Hash[Symbol, Numeric?]
      def means
        { iterations: sum("iterations"), user_ns: per_call("user_ns"), system_ns: per_call("system_ns"),
          allocations: per_call("allocations") }
      end

      private

      def figures
        wall_ns = Interval.middle(logs)
        mean_ns = per_call("wall_ns")
        { **means, processes: logs.size, blocks: @blocks.size,
          wall_ns: wall_ns, interval: Interval.of(logs, sequential: @sequential),
          mean_ns: mean_ns, disturbance: disturbance(mean_ns, wall_ns), pass_ns: pass_ns, fastest_ns: fastest_ns,
          cpu_s: cpu_s, gc_share: gc_share }
      end

      # nil without stretches: a median is not moved by all that disturbs, either way.
      def disturbance(mean_ns, wall_ns)
        (mean_ns * (1 - gc_share.to_f) / wall_ns) - 1 if @blocks.any? { |block| OfProcess.stretched?(block) }
      end

      def logs = @logs ||= processes.map(&:log)

      # nil if any block lacks the number: a sum over some blocks would be wrong.
      def sum(name)
        total = 0
        @blocks.each { |block| total += block[name] || (return nil) }
        total
      end

      def per_call(name)
        sum(name)&.fdiv(sum("calls"))
      end

      # The time of a whole iteration: the median over processes of the median over each process's blocks.
      def pass_ns
        processes = @blocks.group_by { |block| block["process"] }.values
        Median.of(processes.map { |own| Median.of(own.map { |block| block["wall_ns"].fdiv(block["iterations"]) }) })
      end

      def cpu_s
        user = sum("user_ns")
        system = sum("system_ns")
        (user + system) / 1e9 if user && system
      end

      def gc_share
        sum("gc_ns")&.fdiv(sum("wall_ns"))
      end

      def fastest_ns
        @blocks.filter_map { |block| fastest_of(block) }.min
      end

      def fastest_of(block)
        batch = block["batch"].to_i
        Cost.full_batches(block).min&.fdiv(batch * block["calls"].fdiv(block["iterations"])) if batch.positive?
      end

      # The cost of one cell in one fresh process. Its blocks are timed in stretches of about 100 µs. Whatever else the machine
      # does makes some stretches longer and none shorter. So the cost of the code is a low quantile of them, which repeats on
      # a busy machine (docs/estimators.md). Garbage collection is in few stretches, and apart: what it costs depends on the
      # process's other objects, and on which row pays for the garbage of the one before.
      #
      #   cost = quantile(stretch_ns / calls, SHARE)
      #
      # Blocks of concurrent modes and of earlier records have no stretches. Their cost is the median of the time
      # without collection, and collection adds its share. If a runtime does not report gc_ns, it counts as 0.
      class OfProcess
        # The share of the stretches that are faster than the cost of the code.
        SHARE = 0.05

        # Array[Hash]: the blocks, in the order in which they were measured.
        attr_reader :blocks

        class << self
          # One for each process of the blocks.
          #: (Array[Hash]) -> Array[OfProcess]
          def of(blocks) = blocks.group_by { |block| block["process"] }.map { |_process, own| new(own) }

          # Whether a block was timed in stretches. A concurrent mode times it as a whole.
          #: (Hash) -> bool
          def stretched?(block) = block["estimate"] == "stretches" && block["batches"].size > 1

          # The log of a block's ns per call without collection. If the clock did not advance, the block counts as 1 ns.
          #: (Hash) -> Float
          def code_log(block) = Math.log([block["wall_ns"] - gc_ns(block), 1].max.fdiv(block["calls"]))

          # The log of the factor by which collection increases the cost of the blocks.
          #: (Array[Hash]) -> Float
          def gc_log(blocks)
            wall_ns = code_ns = 0
            blocks.each do |block|
              wall_ns += block["wall_ns"]
              code_ns += block["wall_ns"] - gc_ns(block)
            end
            code_ns.positive? ? Math.log(wall_ns.fdiv(code_ns)) : 0.0
          end

          # Collection that took longer than the block ran before or after the block's clock.
          #: (Hash) -> Integer
          def gc_ns(block)
            gc_ns = block["gc_ns"] || 0
            gc_ns < block["wall_ns"] ? gc_ns : 0
          end
        end

        #: (Array[Hash]) -> void
        def initialize(blocks)
          @blocks = blocks
        end

        # Whether its cost is estimated from stretches.
        #: () -> bool
        def stretched? = blocks.any? { |block| self.class.stretched?(block) }

        # The log of ns per call.
        #: () -> Float
        def log
          @log ||= stretched? ? Math.log(quantile_ns(SHARE)) : block_log
        end

        # The longest stretch that a figure depends on, in ns per call.
        #: () -> Float
        def longest_ns = quantile_ns(2 * SHARE)

        # How sparse undisturbed stretches are: the share by which cost would be higher if twice as many had to be faster. Where
        # most stretches are disturbed, the cost contains some of it.
        #: () -> Float
        def sparsity = stretched? ? (longest_ns / quantile_ns(SHARE)) - 1 : 0.0

        # The same for a typical block, with collection.
        #: () -> Float
        def block_log = Median.of(code_logs.values.flatten) + gc_log

        # The log of the ratio to the cost of a reference in the same generation. Without stretches, it is the median over
        # rounds, so that the host's drift cancels out; nil if there is no common round.
        #: (OfProcess) -> Float?
        def ratio_log(reference)
          return log - reference.log if stretched? && reference.stretched?

          there = reference.code_logs
          ratios = code_logs.flat_map { |round, logs| there[round] ? logs.map { |log| log - Median.of(there[round]) } : [] }
          Median.of(ratios) + gc_log - reference.gc_log if ratios.any?
        end

        protected

        # Array[Float]: the ns per call of each stretch, sorted. A concurrent mode times a block as a whole, so it has none.
        def stretches = @stretches ||= blocks.flat_map { |block| stretches_of(block) }.sort

        # {round => [log of a block's ns per call without collection, ...]}
        def code_logs = @code_logs ||= blocks.group_by { |block| block["round"] }
                                             .transform_values { |own| own.map { |block| self.class.code_log(block) } }

        # The log of the factor by which collection increases the cost.
        def gc_log = self.class.gc_log(blocks)

        private

        # Per call, so that a clock that did not advance has a log.
        TINY_NS = 0.001
        private_constant :TINY_NS

        def stretches_of(block)
          return [] unless self.class.stretched?(block)

          calls = block["batch"] * block["calls"].fdiv(block["iterations"])
          Cost.full_batches(block).map { |ns| ns / calls }
        end

        # ns per call of the stretch that is longer than that share of all.
        def quantile_ns(share) = [stretches[((stretches.size - 1) * share).round], TINY_NS].max
      end

      # A cell's cost divided by that of `socket`, paired by generation. The processes of a generation run at the same time, so
      # the host's drift cancels out.
      class SocketRatio
        # `socket` shows that the machine was quiet if its own disturbance is below the first share. Calls of a client are
        # uneven if their mean is longer than their cost by more than the second share.
        QUIET = 0.15
        UNEVEN = 0.3
        # × socket contradicts the times per call if the two ratios differ by more than this share.
        CONTRADICTION = 0.2
        private_constant :QUIET, :UNEVEN
        # Half the 95 % interval for how much two runs differ, as a log, where a ratio is estimated from stretches: 1.96 standard
        # deviations of 0.3 % (docs/estimators.md).
        BETWEEN_RUNS = 0.006

        #: (Evidence, ?sequential: bool) -> void
        def initialize(evidence, sequential: false)
          @evidence = evidence
          @sequential = sequential
          @costs = {}
          @references = evidence.cells.select { |cell| reference?(cell) }.group_by { |cell| cell.values_at("scenario", "mode") }
        end

        # The cost of a cell, which is estimated once.
        #: (Hash) -> Cost
        def cost(cell) = @costs[cell["cell"]] ||= Cost.new(@evidence.blocks(cell), sequential: @sequential)

        # {socket_ratio:, socket_ratio_interval:}; both are nil if `socket` has no valid time for the same scenario, mode and
        # runtime.
        #: (Hash) -> Hash[Symbol, Object]
        def of(cell)
          reference = reference(cell)
          logs = logs(cell, reference)
          between_runs = cell != reference && cost(cell).processes.any?(&:stretched?) ? BETWEEN_RUNS : 0.0
          interval = Interval.of(logs, sequential: @sequential, between_runs: between_runs)
          { socket_ratio: Interval.middle(logs), socket_ratio_interval: interval }
        end

        # Whether some calls of the cell take far longer than others, while those of `socket` do not. The cost does not contain
        # work that a client does once in many calls. Its time shows that on a quiet machine, its CPU time on any.
        #: (Hash) -> bool
        def uneven?(cell)
          return false if Vocabulary::References.include?(cell["client"])

          own, there = [cell, reference(cell)].map { |one| one && cost(one).to_h }
          return false unless own && there && own[:disturbance] && there[:disturbance]

          (there[:disturbance] < QUIET && (1 + own[:disturbance]) / (1 + there[:disturbance]) > 1 + UNEVEN) || busier?(own, there)
        end

        # Whether × socket is far from the ratio of the two times per call. If few calls fit into a block, the ratio is one of
        # whole blocks, while the time of socket is that of its undisturbed stretches.
        #: (Hash) -> bool
        def contradicted?(cell)
          reference = reference(cell)
          ratio = of(cell)[:socket_ratio]
          return false if ratio.nil? || cell == reference

          times = [cell, reference].map { |one| cost(one).to_h[:wall_ns] }.reduce(:/)
          Math.log(times / ratio).abs > Math.log(1 + CONTRADICTION)
        end

        private

        # Whether a call has more CPU time than fits into its time, next to what the server and the kernel take for socket.
        def busier?(own, there)
          cpu, others = [own, there].map { |cost| cpu_ns(cost) }
          !cpu.nil? && !others.nil? && cpu + there[:wall_ns] - others > own[:wall_ns] * (1 + UNEVEN)
        end

        # Without collection; nil if a runtime does not report it.
        def cpu_ns(cost)
          both = cost.values_at(:user_ns, :system_ns)
          both.sum - (cost[:gc_share].to_f * cost[:mean_ns]) if both.all?
        end

        def reference?(cell)
          Vocabulary::References.socket?(cell["client"]) && @evidence.status(cell).first == "ok"
        end

        def reference(cell)
          candidates = @references.fetch(cell.values_at("scenario", "mode"), [])
          return cell if candidates.include?(cell)

          candidates.find { |candidate| origin(candidate) == origin(cell) }
        end

        def origin(cell)
          [cell["client"].to_s[%r{\A[^/]+(?=/)}], endpoint(cell), @evidence.process(cell)["runtime"]]
        end

        # A login by SASL is a cost of connections, not of calls, and the reference has none.
        def endpoint(cell) = cell["endpoint"].to_h.reject { |name, word| [name, word] == %w[auth sasl] }

        # One log per process, against the reference in the same generation.
        def logs(cell, reference)
          return [] unless reference

          processes = cost(cell).processes
          return processes.map { 0.0 } if cell == reference

          there = by_generation(reference)
          processes.filter_map { |process| there[process.blocks.first["generation"]]&.then { |one| process.ratio_log(one) } }
        end

        # {generation => OfProcess}
        def by_generation(reference)
          (@by_generation ||= {})[reference["cell"]] ||=
            @evidence.blocks(reference).group_by { |block| block["generation"] }.transform_values { |own| OfProcess.new(own) }
        end
      end

      # A measurement over time.
      module TimeSeries
        # The cost of a cell's blocks in one slice of the time, relative to the cell's median. `at_s` is the middle of the
        # slice, in seconds since the run began to measure; `deviation` is the cost ratio - 1.
        Point = Value.define(:contender, :scenario, :mode, :at_s, :deviation)

        # One pair of fresh processes. `comparison` is the record's id, as in a Verdict. `effect` is the cost ratio - 1, and
        # `at_s` the time at which the pair was complete.
        PairPoint = Value.define(:comparison, :effect, :at_s)

        SLICES = 24

        class << self
          # A run over time: the cells that reports print, in the record's order; empty if blocks have no time. If all
          # cells drift, the machine did; if one does, the client did.
          #: (Record) -> Array[Point]
          def of(record)
            blocks = record.blocks.select { |block| block["at_s"] }
            first, last = blocks.map { |block| block["at_s"] }.minmax
            return [] if blocks.empty? || first == last

            width = (last - first) / SLICES.to_f
            blocks = blocks.group_by { |block| block["cell"] }
            cells = record.cells.reject { |cell| cell["shown"] == false }
            cells.flat_map { |cell| points(cell, blocks.fetch(cell["cell"], []), first, width) }
          end

          # A comparison over time: the change of the time per call in each pair, in the order in which pairs were
          # measured.
          #: (Record) -> Array[PairPoint]
          def of_pairs(record)
            pairs = Pairs.new(record)
            record.comparisons.map { |line| line["comparison"] }.flat_map do |comparison|
              pairs.of(comparison).filter_map do |pair|
                effect = pair.effect("wall")
                PairPoint.new(comparison: comparison, effect: Math.exp(effect) - 1, at_s: pair.at_s) if effect && pair.at_s
              end
            end
          end

          private

          def points(cell, blocks, first, width)
            middle = Median.of(blocks.map { |block| Cost::OfProcess.code_log(block) })
            slices = blocks.group_by { |block| [((block["at_s"] - first) / width).floor, SLICES - 1].min }
            slices.sort.map do |slice, blocks|
              deviation = Math.exp(Median.of(blocks.map { |block| Cost::OfProcess.code_log(block) }) - middle) - 1
              Point.new(contender: cell["contender"], scenario: cell["scenario"], mode: cell["mode"],
                        at_s: first + ((slice + 0.5) * width), deviation: deviation)
            end
          end
        end
      end
    end
  end
end
