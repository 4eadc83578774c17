# frozen_string_literal: true

module Cachemark
  module Stats
    # What one cell costs per call, from its blocks.
    class Cost
      #: (Array[Hash], ?sequential: bool) -> void
      def initialize(blocks, sequential: false)
        @blocks = blocks
        @sequential = sequential
      end

      # The log of a block's ns per call; a clock that stood still counts as 1 ns.
      #
      #: (Hash) -> Float
      def self.log(block) = Math.log([block["wall_ns"], 1].max.fdiv(block["calls"]))

      # One estimate a process: the median over its blocks of what the caller makes of a block (nil: left out).
      #
      #: (Array[Hash]) { (Hash) -> Float? } -> Array[Float]
      def self.process_logs(blocks, &log)
        blocks.group_by { |block| block["process"] }.filter_map { |_process, own| Median.of(own.filter_map(&log)) }
      end

      # The members of Row that speak of cost, times in ns per call.
      #
      #: () -> Hash[Symbol, Object]
      def to_h
        { iterations: sum("iterations"), processes: logs.size, blocks: @blocks.size,
          wall_ns: Interval.middle(logs), interval: Interval.of(logs, sequential: @sequential), fastest_ns: fastest_ns,
          user_ns: per_call("user_ns"), system_ns: per_call("system_ns"), cpu_s: cpu_s,
          allocations: per_call("allocations"), gc_share: gc_share }
      end

      private

      def logs = @logs ||= self.class.process_logs(@blocks) { |block| self.class.log(block) }

      # nil as soon as one block lacks the number: a sum over some blocks is a lie.
      def sum(name)
        total = 0
        @blocks.each { |block| total += block[name] || (return nil) }
        total
      end

      def per_call(name)
        sum(name)&.fdiv(sum("calls"))
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
