# frozen_string_literal: true

module Cachemark
  module Lab
    # Programs that count what a driver process does. Counting slows the process down, so nothing is timed meanwhile.
    module Instruments
      # The instruments for these metrics, without those that count none of them.
      #: (Array[String]) -> Array[Class]
      def self.for(metrics) = [Callgrind, Strace, Memory].select { |instrument| (instrument::METRICS & metrics).any? }

      # Raises Trouble if a program of an instrument is missing.
      #: (Array[Class], Host::Keeper) -> void
      def self.check(instruments, keeper)
        instruments.each do |instrument|
          reason, try = instrument.lacking(keeper)
          raise Trouble.new("#{Vocabulary.list(instrument::METRICS)} cannot be counted: #{reason}", try: try) if reason
        end
      end

      # The common part of all instruments. Each has `count(pid) { ... }`, which runs the block, which returns the driver's
      # reply. It returns what the process did meanwhile: {metric => Integer}, without metrics that the driver does not report.
      class Base
        # The metrics that it counts; the programs that it needs, and the Debian package that has them.
        METRICS = [].freeze
        PROGRAMS = [].freeze
        PACKAGE = nil
        # The factor by which a process may be slower than without it.
        SLOWDOWN = 1
        # How often calls are counted; the least counts. Subclasses have CALLS, the number of these calls.
        WINDOWS = 1
        # The fields that the driver itself must report, and the kind of trace that it must make.
        WATCH = [].freeze
        TRACE = nil
        # Whether it can only follow a native runtime without a JIT compiler.
        NATIVE = false
        # Whether one process counts several cells, because the later windows of a process are like the first.
        SHARED = false
        # How many processes each core counts at the same time. Next to busy loops, each gets its share of the core. nil if
        # there may be one process in all, because its counts depend on when replies arrive.
        AT_ONCE = nil
        # Whether it counts a level of the whole process, with garbage collection, and not a cost of each call.
        LEVEL = false

        # Why it cannot be used here, as [reason, try]; nil if it can.
        #: (Host::Keeper) -> [String, String]?
        def self.lacking(keeper)
          missing = self::PROGRAMS.find { |program| keeper.which(program).nil? }
          ["there is no #{missing} here", "install the Debian package #{self::PACKAGE}"] if missing
        end

        #: (Host::Keeper) -> void
        def initialize(keeper)
          @keeper = keeper
        end

        # A prefix of the driver's command.
        #: (Vocabulary::Language) -> Array[String]
        def argv(_language) = []

        # The fields of a request of this type in a window. Collecting garbage is no part of the cost of a call.
        #: (String) -> Hash[Symbol, Object]
        def fields(type)
          case type
          when "prepare" then self.class::LEVEL ? {} : { collect: false }
          when "block" then { watch: self.class::WATCH, trace: self.class::TRACE }.compact
          else {}
          end
        end

        # The lines of a record about `iterations`, which make so many calls. The block runs a number of iterations in a window,
        # and returns what they did. Two windows are counted, of one iteration and of many: their difference is the cost of
        # iterations, without that of the request. A level has one window, and counts as one call.
        #: (Integer, Integer) { (Integer) -> Hash[String, Integer] } -> Array[Hash[Symbol, Object]]
        def lines(iterations, calls)
          counts = self.class::LEVEL ? yield(iterations) : difference(yield(1)) { yield(iterations + 1) }
          calls = 1 if self.class::LEVEL
          counts.map { |metric, value| { metric: metric, value: value, iterations: iterations, calls: calls } }
        end

        private

        # If a read is repeated in one window, another one shows less.
        def difference(first, &many)
          windows = Array.new(self.class::WINDOWS, &many)
          first.to_h { |metric, total| [metric, windows.map { |counts| counts.fetch(metric) }.min - total] }
        end
      end

      # The lines of instruments that return sites in place of metrics: Hashes with `name`, `place`, `count` and, if there are
      # any, `text` and `bytes`.
      module Sites
        FIGURES = %w[count bytes].freeze
        private_constant :FIGURES

        # A single line, with the sites of the iterations between the two windows, per call.
        #: (Integer, Integer) { (Integer) -> Array[Hash] } -> Array[Hash[Symbol, Object]]
        def lines(iterations, calls)
          before = yield(1).to_h { |site| [site.except(*FIGURES), site] }
          sites = yield(iterations + 1).map { |site| since(before[site.except(*FIGURES)], site) }
          [{ calls: calls, sites: sites.reject { |site| site["count"].zero? } }]
        end

        private

        def since(before, site)
          before ? site.merge(site.slice(*FIGURES).to_h { |name, number| [name, number - before[name]] }) : site
        end
      end
    end
  end
end
