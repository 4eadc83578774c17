# frozen_string_literal: true

module Cachemark
  module Lab
    # Programs that count what a driver process does. Counting slows the process down, so nothing is timed meanwhile. Each
    # instrument is a class with:
    #
    # - METRICS: the metrics of Vocabulary::Metrics that it counts.
    # - PROGRAMS: the programs that it needs; PACKAGE: the Debian package that has them.
    # - SLOWDOWN: the factor by which a process may be slower than without it.
    # - CALLS: how many calls are counted. WINDOWS: how often; the least counts.
    # - WATCH: the fields that the driver itself must report.
    # - NATIVE: whether it can only follow a native runtime without a JIT compiler.
    # - SHARED: whether one process counts several cells, because the later windows of a process are like the first.
    # - AT_ONCE: how many processes each core counts at the same time, each in its own session. Next to busy loops, each gets
    #   its share of the core. nil if there may be one process in all, because its counts depend on when replies arrive.
    # - LEVEL: whether it counts a level of the whole process, with garbage collection, and not a cost of each call.
    # - argv(language): a prefix of the driver's command.
    # - count(pid) { ... }: runs the block, which returns the driver's reply, and returns {name => Integer} of what the process
    #   did meanwhile. A metric that the driver does not report is missing.
    module Instruments
      class << self
        # The instruments for these metrics, without those that count none of them.
        #: (Array[String]) -> Array[Class]
        def for(metrics) = [Callgrind, Strace, Memory].select { |instrument| (instrument::METRICS & metrics).any? }

        # Raises Trouble if a program of an instrument is missing.
        #: (Array[Class], Host::Keeper) -> void
        def check(instruments, keeper)
          instruments.each do |instrument|
            missing = instrument::PROGRAMS.find { |program| keeper.which(program).nil? } or next
            raise Trouble.new("#{Vocabulary.list(instrument::METRICS)} cannot be counted: there is no #{missing} here",
                              try: "install the Debian package #{instrument::PACKAGE}")
          end
        end
      end
    end
  end
end
