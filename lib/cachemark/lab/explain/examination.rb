# frozen_string_literal: true

module Cachemark
  module Lab
    class Explain
      # Takes looks at the cells of two contenders, each in fresh processes.
      class Examination
        # Processes of each contender for each look: their differences are no differences of the contenders. The number that may
        # fail before a look is given up.
        PROCESSES = 2
        MOST_FAILURES = 2
        private_constant :PROCESSES, :MOST_FAILURES

        # `place` is added to each line: the comparison, in a record with several.
        #: (Engine, ?place: Hash[Symbol, Object]) -> void
        def initialize(engine, place: {})
          @engine = engine
          @place = place
        end

        # Both contenders in turn, so that neither is always the second.
        #: (Look, [Plan::Cell, Plan::Cell]) -> void
        def call(look, cells)
          return if @engine.stop.requested? || missing(look)

          @engine.live.notify(:step, text: "#{look.name}: #{PROCESSES} fresh processes of each contender")
          PROCESSES.times { |number| cells.each { |cell| return unless count(look, cell, number + 1) } }
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
