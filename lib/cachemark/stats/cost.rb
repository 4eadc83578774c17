# frozen_string_literal: true

module Cachemark
  module Stats
    # The cost of one cell per call, from its blocks. `wall_ns` is the mean over processes of OfProcess, which a disturbed
    # block does not move. `mean_ns` is all the time divided by all the calls.
    class Cost
      class << self
        # The time of all blocks together, in a metric that has totals: "wall" or "cpu". nil if a runtime does not report it.
        #: (Array[Hash], String) -> Integer?
        def spent_ns(blocks, metric)
          spent = blocks.flat_map { |block| metric == "cpu" ? block.values_at("user_ns", "system_ns") : [block["wall_ns"]] }
          spent.sum if spent.all?
        end

        # The times of a block's sub-batches, without an incomplete last one: it would always be the fastest.
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
      def to_h
        { **means, processes: logs.size, blocks: @blocks.size,
          wall_ns: Interval.middle(logs), interval: Interval.of(logs, sequential: @sequential),
          mean_ns: per_call("wall_ns"), pass_ns: pass_ns, fastest_ns: fastest_ns, cpu_s: cpu_s, gc_share: gc_share }
      end

      # Figures without an estimate: all iterations, and means per call.
      #: () -> Hash[Symbol, Numeric?]
      def means
        { iterations: sum("iterations"), user_ns: per_call("user_ns"), system_ns: per_call("system_ns"),
          allocations: per_call("allocations") }
      end

      private

      def logs = @logs ||= OfProcess.of(@blocks).map(&:log)

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

      # The cost of one cell in one fresh process. A plain median over blocks would drop all garbage collection of a client
      # that collects in fewer than half of its blocks, so the two parts are estimated separately. The cost of the code is
      # the median over the blocks of the time without collection, which one extreme block cannot move. Collection adds its
      # share over all blocks: every allocated object has to be paid for, whichever block pays.
      #
      #   cost = median((wall_ns - gc_ns) / calls) * sum(wall_ns) / sum(wall_ns - gc_ns)
      #
      # If a runtime does not report gc_ns, it counts as 0.
      class OfProcess
        # Array[Hash]: the blocks, in the order in which they were measured.
        attr_reader :blocks

        class << self
          # One for each process of the blocks.
          #: (Array[Hash]) -> Array[OfProcess]
          def of(blocks) = blocks.group_by { |block| block["process"] }.map { |_process, own| new(own) }

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

          private

          # Collection that took longer than the block ran before or after the block's clock.
          def gc_ns(block)
            gc_ns = block["gc_ns"] || 0
            gc_ns < block["wall_ns"] ? gc_ns : 0
          end
        end

        #: (Array[Hash]) -> void
        def initialize(blocks)
          @blocks = blocks
        end

        # The log of ns per call.
        #: () -> Float
        def log = Median.of(blocks.map { |block| self.class.code_log(block) }) + gc_log

        # The log of the factor by which collection increases the cost.
        #: () -> Float
        def gc_log = self.class.gc_log(blocks)
      end

      # A cell's cost divided by that of `socket`, paired by round. Both were measured in the same round, so the host's drift
      # cancels out.
      class SocketRatio
        # The cost of the reference, as logs: `code` by round, `gc` by generation.
        ReferenceCost = Value.define(:code, :gc)
        private_constant :ReferenceCost

        #: (Evidence, ?sequential: bool) -> void
        def initialize(evidence, sequential: false)
          @evidence = evidence
          @sequential = sequential
          @references = evidence.cells.select { |cell| reference?(cell) }.group_by { |cell| cell.values_at("scenario", "mode") }
        end

        # {socket_ratio:, socket_ratio_interval:}; both are nil if `socket` has no valid time for the same scenario, mode and
        # runtime.
        #: (Hash) -> Hash[Symbol, Object]
        def of(cell)
          logs = logs(cell, reference(cell))
          { socket_ratio: Interval.middle(logs), socket_ratio_interval: Interval.of(logs, sequential: @sequential) }
        end

        private

        def reference?(cell)
          Vocabulary::References.socket?(cell["client"]) && @evidence.status(cell).first == "ok"
        end

        def reference(cell)
          candidates = @references.fetch(cell.values_at("scenario", "mode"), [])
          return cell if candidates.include?(cell)

          candidates.find { |candidate| origin(candidate) == origin(cell) }
        end

        def origin(cell)
          [cell["client"].to_s[%r{\A[^/]+(?=/)}], @evidence.process(cell)["runtime"]]
        end

        # One log per process: the median over rounds of the code's ratio, then the difference that collection makes over all
        # blocks. Cost::OfProcess says why the two are separate.
        def logs(cell, reference)
          return [] unless reference

          processes = Cost::OfProcess.of(@evidence.blocks(cell))
          return processes.map { 0.0 } if cell == reference

          processes.filter_map { |process| log(process, reference_cost(reference)) }
        end

        def log(process, reference_cost)
          ratios = process.blocks.filter_map do |block|
            there = reference_cost.code[round_key(block)]
            Cost::OfProcess.code_log(block) - there if there
          end
          Median.of(ratios) + process.gc_log - reference_cost.gc[process.blocks.first["generation"]] if ratios.any?
        end

        # Each generation of processes counts its rounds from 0.
        def round_key(block) = block.values_at("generation", "round")

        def reference_cost(reference)
          (@reference_costs ||= {})[reference["cell"]] ||= begin
            blocks = @evidence.blocks(reference)
            code = blocks.group_by { |block| round_key(block) }
                         .transform_values { |own| Median.of(own.map { |block| Cost::OfProcess.code_log(block) }) }
            gc = blocks.group_by { |block| block["generation"] }.transform_values { |own| Cost::OfProcess.gc_log(own) }
            ReferenceCost.new(code: code, gc: gc)
          end
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
