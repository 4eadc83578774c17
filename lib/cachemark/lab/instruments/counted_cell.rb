# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts one cell once: in a process inside an instrument, on fresh servers. Servers that have served others are not the
      # same: the number of an item's version, for example, can become a large integer in the client. Servers of the user
      # stay as they are. The process is fresh, unless `following` takes it over from another cell.
      #
      # Two windows are counted, of one iteration and of many (the least of WINDOWS). Their difference is the cost of
      # iterations, without that of the request. A level of the process has one window, and counts as one call.
      #
      # It takes the place of Participants for the engine, because a cell that cannot be counted can be timed.
      class CountedCell
        # Calls before the first window.
        WARM_UP_CALLS = 300
        FROM_SCRIPT = "#!"
        private_constant :WARM_UP_CALLS, :FROM_SCRIPT

        # Why the cell cannot be counted with this instrument, or nil.
        attr_reader :reason

        #: (Engine, Plan::Cell, Class, String, ?process: CountedProcess?) -> void
        def initialize(engine, cell, instrument, name, process: nil)
          @original = engine
          @cell = cell
          @instrument = instrument
          @name = name
          @process = process
          @state = CellState.new(cell, Plan::Model.of(cell.scenario))
        end

        # Whether no process of it can be counted.
        def refused? = !@reason.nil? && (@process.nil? || !@process.loaded?)

        # Starts servers and the process. They may start while another cell is counted.
        #: () -> CountedCell
        def start
          return self if (@reason = refusal)

          @ring = fresh_ring
          @engine = @original.with_servers(@ring)
          @process ? @process.engine = @engine : launch
          self
        end

        # Another cell in the same process, which this one leaves. nil if the process is lost.
        #: (Plan::Cell) -> CountedCell?
        def following(cell)
          leave
          stop_servers
          CountedCell.new(@original, cell, @instrument, @name, process: @process).start unless @lost
        end

        # Proves the cell, and counts it. Returns the lines of the record; none if there is a reason.
        #: () -> Array[Hash]
        def lines
          return [] if @reason

          @process.begin
          (@process.reason || too_late)&.then { |reason| drop(@cell, "failed", reason) }
          @lost = !CellRunner.new(@engine, self).prove(@state, @process) unless @reason
          @reason ? [] : counted
        rescue Host::Keeper::Lost
          raise
        rescue Trouble => error # also of its own servers and of the instrument
          @lost = error.is_a?(Driver::Lost)
          drop(@cell, "failed", error.what)
          []
        end

        # Ends the process and its servers. On a server of the user, it deletes its keys first, which takes long inside an
        # instrument.
        #: () -> void
        def close
          leave unless @original.ring.private?
          @process&.close
          stop_servers
        end

        # As in Participants.
        #: (Plan::Cell, String, String | Stats::Remark) -> void
        def drop(_cell, _status, reason)
          @reason ||= reason.to_s.lines.map(&:strip).join("; ")
        end

        private

        def launch
          @process = CountedProcess.new(@engine, @cell.contender, instrument: @instrument.new(@engine.keeper), mode: @cell.mode,
                                                                  name: @name)
          @process.start(aside: @engine.placement.pinned)
        end

        # Compiled code differs from process to process, and an instrument does not follow a script into another program.
        def refusal
          environment = @original.environments.fetch(@cell.contender.id)
          return "only one call at a time can be counted, not #{@cell.mode}" unless Vocabulary::Mode.of(@cell.mode).sync?
          return unless @instrument::NATIVE

          jit(environment.runtime[:description].to_s) ||
            ("its runtime is started by a script" if File.binread(environment.argv.first, 2) == FROM_SCRIPT)
        end

        # What the driver says about its runtime.
        def too_late = (jit(@process.facts[:runtime].to_s) if @instrument::NATIVE)

        def jit(runtime) = ("its runtime compiles while it runs (#{runtime})" if @cell.contender.language.jit?(runtime))

        def stop_servers = (@ring&.stop unless @ring == @original.ring)

        def leave
          @process.request("close", { cell: @cell.id }, deadline_s: ClientProcess::OPEN_S) if @process&.loaded?
        rescue Trouble # it never opened the cell, or is gone
          nil
        end

        def fresh_ring
          ring = @original.ring
          return ring unless ring.private?

          @original.ring_starter.ring(@cell.contender)
        end

        def counted
          warm_up
          iterations = iterations(@instrument::CALLS)
          level = @instrument::LEVEL
          counts = level ? window(iterations) : difference(iterations)
          counts.map do |metric, value|
            { cell: @cell.id, process: @name, metric: metric, value: value, iterations: iterations,
              calls: level ? 1 : iterations * @cell.scenario.calls }
          end
        end

        def window(iterations) = @process.window { block(iterations) }

        # If a read is repeated in one window, another one shows less.
        def difference(iterations)
          first = window(1)
          windows = Array.new(@instrument::WINDOWS) { window(iterations + 1) }
          first.to_h { |metric, total| [metric, windows.map { |counts| counts.fetch(metric) }.min - total] }
        end

        # A first request makes objects that later ones do not.
        def warm_up
          block(iterations(WARM_UP_CALLS))
          window(1) if @instrument::SHARED
        end

        def iterations(calls) = calls.fdiv(@cell.scenario.effort).ceil

        def block(count) = Block.closed_loop(@state, count).run(@engine, @process)
      end
    end
  end
end
