# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `explain`: what two contenders do in a call of one scenario, without a clock. Each is looked at through
    # proxies, and then by one instrument after the other, each time in fresh processes.
    class Explain < Loop
      # The looks, in the order of the report: its name in the record, the instrument, and what counts in it.
      Look = Value.define(:name, :instrument, :counter)
      LOOKS = [Look.new(name: "calls", instrument: Instruments::Trace::Calls, counter: Sites),
               Look.new(name: "allocations", instrument: Instruments::Trace::Allocations, counter: Sites),
               Look.new(name: "instructions", instrument: Instruments::Functions, counter: Sites),
               Look.new(name: "traffic", instrument: Instruments::Strace, counter: Instruments::CountedCell),
               Look.new(name: "lines", instrument: Instruments::Trace::Lines, counter: Sites)].freeze
      # Processes of each contender for each look: their differences are no differences of the contenders. The number that may
      # fail before a look is given up.
      PROCESSES = 2
      MOST_FAILURES = 2
      private_constant :LOOKS, :PROCESSES, :MOST_FAILURES

      private

      def looks = LOOKS

      def perform
        @participants.drop_unavailable
        @untimed = UntimedLook.new(@engine, @participants)
        @untimed.call
        looks.each { |look| take(look) }
      end

      def close = @untimed&.close

      # Both contenders in turn, so that neither is always the second.
      def take(look)
        return if @stop.requested? || missing(look)

        @live.notify(:step, text: "#{look.name}: #{PROCESSES} fresh processes of each contender")
        cells = @participants.live.map(&:cell)
        return if cells.size < 2

        PROCESSES.times { |number| cells.each { |cell| return unless count(look, cell, number + 1) } }
      end

      # Whether a program is missing, which costs only this look.
      def missing(look)
        program = look.instrument::PROGRAMS.find { |name| @engine.keeper.which(name).nil? } or return false
        unexplained(look, "there is no #{program} here", "install the Debian package #{look.instrument::PACKAGE}")
        true
      end

      # Whether it was counted.
      def count(look, cell, number)
        reason = nil
        (1..MOST_FAILURES).each do |attempt|
          lines, reason, refused = counted(look, cell, "#{look.name}#{number}.#{attempt}.#{cell.lane}")
          lines.each { |line| @writer.add(line.key?(:sites) ? "trace" : "count", { look: look.name, **line }) }
          return true if lines.any?
          break if refused || @stop.requested?
        end
        unexplained(look, "#{cell.contender.id}: #{reason}", nil) unless @stop.requested?
        false
      end

      def counted(look, cell, name)
        counter = look.counter.new(@engine, cell, look.instrument, name).start
        [counter.lines, counter.reason, counter.refused?]
      ensure
        counter&.close
      end

      def unexplained(look, reason, try)
        @writer.add("event", kind: "unexplained", look: look.name, message: reason, try: try, at_s: @clock.call)
        @live.notify(:warning, message: "#{look.name}: #{reason}")
      end
    end
  end
end
