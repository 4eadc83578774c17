# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `explain`: what two contenders do in a call of one scenario, without a clock. Each is looked at through
    # proxies, and then by one instrument after the other, each time in fresh processes.
    class Explain < Loop
      # - all: whether the report shows every difference
      Task = Value.define(:seed, :all, loop: self, **SHARED) do
        include Loop::Task
        def options = { all: all }
      end

      # The looks, in the order of the report: the name in the record, and the instrument.
      LOOKS = { "calls" => Instruments::Trace::Calls, "allocations" => Instruments::Trace::Allocations,
                "instructions" => Instruments::Functions, "traffic" => Instruments::Strace,
                "lines" => Instruments::Trace::Lines }.freeze

      private

      def looks = LOOKS.keys

      def perform
        @participants.drop_unavailable
        look_untimed
        examination = Examination.new(@engine)
        looks.each do |look|
          cells = @participants.live.map(&:cell)
          examination.call(look, cells) if cells.size == 2
        end
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
        # The looks at a slower comparison of a gate. No look begins later than after this share of the time of the gate, or
        # after MOST_S seconds.
        BRIEF = %w[calls allocations traffic].freeze
        SHARE = 0.25
        MOST_S = 60
        private_constant :PROCESSES, :MOST_PROCESSES, :MOST_FAILURES, :BRIEF, :SHARE, :MOST_S

        # `gate_s` is the time of a gate, which limits that of the looks.
        #: (Engine, ?gate_s: Numeric) -> void
        def initialize(engine, gate_s: Float::INFINITY)
          @engine = engine
          @place = {}
          @limit_s = [gate_s * SHARE, MOST_S].min if gate_s.finite?
          @began_s = engine.clock.call
        end

        # Explains comparisons that a gate found slower, the first ones first. It looks at lines if the code makes the same
        # calls and objects.
        #: (Array[Plan::Comparison]) -> void
        def explain(comparisons)
          comparisons.each do |comparison|
            @place = { comparison: comparison.id }
            BRIEF.each { |look| call(look, comparison.cells) }
            call("lines", comparison.cells) if Stats::Explanation.of_comparison(@engine.writer.record, comparison.id)&.same?
          end
        end

        #: (String, [Plan::Cell, Plan::Cell]) -> void
        def call(look, cells)
          return if @engine.stop.requested?

          reason, try = late || untraced(look, cells) || LOOKS.fetch(look).lacking(@engine.keeper)
          return unexplained(look, reason, try: try) if reason

          counted = processes(look, cells, 1..PROCESSES, "fresh")
          processes(look, cells, (PROCESSES + 1)..MOST_PROCESSES, "more") if counted && !steady?(look, cells)
        end

        private

        def late
          return unless @limit_s && @engine.clock.call - @began_s >= @limit_s

          ["no time was left: a look begins at most #{@limit_s.round} s after the gate has decided"]
        end

        def untraced(look, cells)
          return unless LOOKS.fetch(look) < Instruments::Trace

          silent = cells.map { |cell| cell.contender.language }.reject(&:traces).uniq
          ["the driver of #{Vocabulary.list(silent.map(&:title))} does not say where its clients work"] if silent.any?
        end

        # Records why a look shows nothing.
        def unexplained(look, reason, try: nil)
          @engine.writer.add("event", kind: "unexplained", look: look, message: reason, try: try, at_s: @engine.clock.call,
                                      **@place)
          @engine.live.notify(:warning, message: "#{look}: #{reason}")
        end

        # Whether all were counted. Neither contender is always the second.
        def processes(look, cells, numbers, which)
          @engine.live.notify(:step, text: "#{look}: #{numbers.size} #{which} processes of each contender")
          numbers.all? do |number|
            (number.odd? ? cells : cells.reverse).all? { |cell| count(look, cell, number) }
          end
        end

        def steady?(look, cells)
          Stats::Explanation.look(@engine.writer.record, cells.map(&:id), look, comparison: @place[:comparison]).steady?
        end

        # Whether it was counted.
        def count(look, cell, number)
          inspection = nil
          (1..MOST_FAILURES).each do |attempt|
            inspection = Inspection.new(@engine, LOOKS.fetch(look), "#{look}#{number}.#{attempt}.#{cell.lane}")
            lines = inspection.lines(cell)
            lines.each { |line| @engine.writer.add(line.key?(:sites) ? "trace" : "count", { look: look, **line, **@place }) }
            return true if lines.any?
            break if inspection.refused? || @engine.stop.requested?
          ensure
            inspection.close
          end
          unexplained(look, "#{cell.contender.id}: #{inspection.reason}") unless @engine.stop.requested?
          false
        end
      end
    end
  end
end
