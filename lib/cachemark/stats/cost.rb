# frozen_string_literal: true

module Cachemark
  module Stats
    # What one cell costs per call, from its blocks: `wall_ns` is the mean over processes of
    # ProcessCost, which a disturbed block does not move; `mean_ns` is all the time by all the calls.
    class Cost
      #: (Array[Hash], ?sequential: bool) -> void
      def initialize(blocks, sequential: false)
        @blocks = blocks
        @sequential = sequential
      end

      # The members of Row that speak of cost, times in ns per call.
      #
      #: () -> Hash[Symbol, Object]
      def to_h
        { **means, processes: logs.size, blocks: @blocks.size,
          wall_ns: Interval.middle(logs), interval: Interval.of(logs, sequential: @sequential),
          mean_ns: per_call("wall_ns"), pass_ns: pass_ns, fastest_ns: fastest_ns, cpu_s: cpu_s, gc_share: gc_share }
      end

      # What needs no estimate: iterations in all, and means per call.
      #
      #: () -> Hash[Symbol, Numeric?]
      def means
        { iterations: sum("iterations"), user_ns: per_call("user_ns"), system_ns: per_call("system_ns"),
          allocations: per_call("allocations") }
      end

      private

      def logs = @logs ||= ProcessCost.of(@blocks).map(&:log)

      # nil as soon as one block lacks the number: a sum over some blocks is a lie.
      def sum(name)
        total = 0
        @blocks.each { |block| total += block[name] || (return nil) }
        total
      end

      def per_call(name)
        sum(name)&.fdiv(sum("calls"))
      end

      # What an iteration took as a whole: of a process the median over its blocks, of those the median.
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
        return unless batch.positive?

        calls = batch * block["calls"].fdiv(block["iterations"])
        full_batches(block, batch).min&.fdiv(calls)
      end

      # A last sub-batch that was cut short would always be the fastest.
      def full_batches(block, batch)
        batches = block["batches"] || []
        (block["iterations"] % batch).zero? ? batches : batches[0...-1]
      end
    end
  end
end
