# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `explain`: what two contenders do in a call of one scenario, without a clock. Each is looked at through
    # proxies, and then by one instrument after the other, each time in fresh processes.
    class Explain < Loop
      # Counts the sites of one cell in one process, as Instruments::CountedCell does for metrics. An instrument returns them as
      # Hashes with `name`, `place`, `count` and, if there are any, `text` and `bytes`. It counts CALLS of the instrument.
      class Sites < Instruments::CountedCell
        FIGURES = %w[count bytes].freeze
        private_constant :FIGURES

        private

        # A single line, with the sites of the iterations between the two windows, per call.
        def counted
          warm_up
          count = iterations(@instrument::CALLS)
          first, all = [1, count + 1].map { |number| window(number) }
          [{ cell: @cell.id, process: @name, calls: count * @cell.scenario.calls, sites: between(first, all) }]
        end

        def between(first, all)
          before = first.to_h { |site| [site.except(*FIGURES), site] }
          all.map { |site| difference(site, before[site.except(*FIGURES)]) }.reject { |site| site["count"].zero? }
        end

        def difference(site, before)
          before ? site.merge(site.slice(*FIGURES).to_h { |name, number| [name, number - before[name]] }) : site
        end
      end

      # The looks, in the order of the report: its name in the record, the instrument, and what counts in it.
      Look = Value.define(:name, :instrument, :counter)
      LOOKS = [Look.new(name: "calls", instrument: Instruments::Trace::Calls, counter: Sites),
               Look.new(name: "allocations", instrument: Instruments::Trace::Allocations, counter: Sites),
               Look.new(name: "instructions", instrument: Instruments::Functions, counter: Sites),
               Look.new(name: "traffic", instrument: Instruments::Strace, counter: Instruments::CountedCell),
               Look.new(name: "lines", instrument: Instruments::Trace::Lines, counter: Sites)].freeze
      private_constant :Look

      private

      def looks = LOOKS

      def perform
        @participants.drop_unavailable
        @untimed = UntimedLook.new(@engine, @participants)
        @untimed.call
        examination = Examination.new(@engine)
        looks.each { |look| take(look, examination) }
      end

      def close = @untimed&.close

      def take(look, examination)
        cells = @participants.live.map(&:cell)
        examination.call(look, cells) if cells.size == 2
      end

      # Explains comparisons that a gate found slower, the first ones first, for a limited time. Looks that take long are omitted.
      class Brief
        LOOKS = Explain::LOOKS.select { |look| %w[calls allocations traffic].include?(look.name) }.freeze
        # The look at code that makes the same calls and objects.
        LINES = Explain::LOOKS.find { |look| look.name == "lines" }
        # No look begins later than after this share of the time of the gate, or after MOST_S seconds.
        SHARE = 0.25
        MOST_S = 60
        private_constant :LOOKS, :LINES, :SHARE, :MOST_S

        # `for_s` is the time of the gate.
        #: (Engine, for_s: Numeric) -> void
        def initialize(engine, for_s:)
          @engine = engine
          @limit_s = [for_s * SHARE, MOST_S].min
        end

        #: (Array[Plan::Comparison]) -> void
        def call(comparisons)
          @began_s = @engine.clock.call
          comparisons.each { |comparison| explain(comparison) }
        end

        private

        def explain(comparison)
          examination = Examination.new(@engine, place: { comparison: comparison.id })
          LOOKS.each { |look| take(look, comparison, examination) }
          take(LINES, comparison, examination) if same?(comparison)
        end

        def take(look, comparison, examination)
          return examination.call(look, comparison.cells) if @engine.clock.call - @began_s < @limit_s

          examination.unexplained(look, "no time was left: a look begins at most #{@limit_s.round} s after the gate has decided")
        end

        def same?(comparison) = Stats::Explanation.of_comparison(@engine.writer.record, comparison.id)&.same?
      end

      # Takes looks at the cells of two contenders, each in fresh processes.
      class Examination
        # Processes of each contender for each look: their differences are no differences of the contenders. There are more if
        # a difference is not the same in each call. For example, replies may be late in all calls of a process, and in none of
        # another.
        PROCESSES = 2
        MOST_PROCESSES = 4
        # The processes that may fail before a look is given up.
        MOST_FAILURES = 2
        private_constant :PROCESSES, :MOST_PROCESSES, :MOST_FAILURES

        # `place` is added to each line: the comparison, in a record with several.
        #: (Engine, ?place: Hash[Symbol, Object]) -> void
        def initialize(engine, place: {})
          @engine = engine
          @place = place
        end

        #: (Look, [Plan::Cell, Plan::Cell]) -> void
        def call(look, cells)
          return if @engine.stop.requested? || missing(look)

          counted = processes(look, cells, 1..PROCESSES, "fresh")
          processes(look, cells, (PROCESSES + 1)..MOST_PROCESSES, "more") if counted && !steady?(look, cells)
        end

        # Records why a look shows nothing.
        #: (Look, String, ?try: String?) -> void
        def unexplained(look, reason, try: nil)
          @engine.writer.add("event", kind: "unexplained", look: look.name, message: reason, try: try, at_s: @engine.clock.call,
                                      **@place)
          @engine.live.notify(:warning, message: "#{look.name}: #{reason}")
        end

        private

        # Whether a program is missing, which costs only this look.
        def missing(look)
          program = look.instrument::PROGRAMS.find { |name| @engine.keeper.which(name).nil? } or return false
          unexplained(look, "there is no #{program} here", try: "install the Debian package #{look.instrument::PACKAGE}")
          true
        end

        # Whether all were counted. Neither contender is always the second.
        def processes(look, cells, numbers, which)
          @engine.live.notify(:step, text: "#{look.name}: #{numbers.size} #{which} processes of each contender")
          numbers.all? do |number|
            (number.odd? ? cells : cells.reverse).all? { |cell| count(look, cell, number) }
          end
        end

        def steady?(look, cells)
          Stats::Explanation.look(@engine.writer.record, cells.map(&:id), look.name, comparison: @place[:comparison]).steady?
        end

        # Whether it was counted.
        def count(look, cell, number)
          reason = nil
          (1..MOST_FAILURES).each do |attempt|
            lines, reason, refused = counted(look, cell, "#{look.name}#{number}.#{attempt}.#{cell.lane}")
            lines.each { |line| @engine.writer.add(line.key?(:sites) ? "trace" : "count", { look: look.name, **line, **@place }) }
            return true if lines.any?
            break if refused || @engine.stop.requested?
          end
          unexplained(look, "#{cell.contender.id}: #{reason}") unless @engine.stop.requested?
          false
        end

        def counted(look, cell, name)
          counter = look.counter.new(@engine, cell, look.instrument, name).start
          [counter.lines, counter.reason, counter.refused?]
        ensure
          counter&.close
        end
      end
    end
  end
end
