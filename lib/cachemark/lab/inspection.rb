# frozen_string_literal: true

module Cachemark
  module Lab
    # Counts cells of a contender in a process inside an instrument, one after the other, each on fresh servers. Servers that
    # have served others are not the same: the number of an item's version, for example, can become a large integer in the
    # client. Servers of the user stay as they are.
    class Inspection
      # Calls before the first window.
      WARM_UP_CALLS = 300
      FROM_SCRIPT = "#!"
      SCRIPT = "its runtime is started by a script, which no instrument follows: use one made from source (cachemark env runtime)"
      private_constant :WARM_UP_CALLS, :FROM_SCRIPT, :SCRIPT

      # Why the last cell could not be counted, or nil.
      attr_reader :reason

      # `name` is that of the process.
      #: (Engine, Class, String) -> void
      def initialize(engine, instrument, name)
        @engine = engine
        @instrument = instrument
        @name = name
      end

      # Proves a cell, and counts it. Returns the lines of the record; none if there is a reason.
      #: (Plan::Cell) -> Array[Hash]
      def lines(cell)
        leave
        @cell = cell
        @reason = refusal
        return [] if @reason

        serve
        examine
      end

      # Whether no process of the contender can be counted.
      def refused? = !@reason.nil? && !@process&.loaded?

      # Whether the process is lost, so that it can count no further cell.
      def lost? = @lost

      # Ends the process and its servers. On a server of the user, it deletes its keys first, which takes long inside an
      # instrument.
      def close
        leave unless @engine.ring.private?
        @process&.close
        stop_servers
      end

      private

      # Compiled code differs from process to process, and an instrument does not follow a script into another program.
      def refusal
        environment = @engine.environments.fetch(@cell.contender.id)
        return "only one call at a time can be counted, not #{@cell.mode}" unless Vocabulary::Mode.of(@cell.mode).sync?
        return unless @instrument::NATIVE

        compiling(environment.runtime[:description]) ||
          (SCRIPT if File.binread(environment.argv.first, 2) == FROM_SCRIPT)
      end

      def compiling(runtime)
        return unless @instrument::NATIVE && @cell.contender.language.jit?(runtime.to_s)

        "its runtime compiles while it runs (#{runtime})"
      end

      # Starts servers, and for the first cell the process.
      def serve
        stop_servers
        @ring = @engine.ring.private? ? @engine.ring_starter.ring(@cell.contender) : @engine.ring
        @process ? @process.ring = @ring : launch
      end

      def launch
        @inside = @instrument.new(@engine.keeper)
        @process = ClientProcess.start(@engine, @cell.contender, aside: @engine.placement.pinned, mode: @cell.mode, name: @name,
                                                                 ring: @ring, inside: @inside)
        @process.settle
        @engine.writer.add("process", instrument: @instrument.name.split("::").last.downcase, **@process.facts)
      end

      def stop_servers = (@ring&.stop unless @ring == @engine.ring)

      def examine
        state = CellState.new(@cell, Plan::Model.of(@cell.scenario))
        found = @process.reason || compiling(@process.facts[:runtime]) || unproved(state)
        return count(state) unless found

        @reason = Lab.in_one_line(found.to_s)
        []
      rescue Host::Keeper::Lost
        raise
      rescue Trouble => error # also of its own servers and of the instrument
        @lost = error.is_a?(Driver::Lost)
        @reason = Lab.in_one_line(error.what)
        []
      end

      # Why the cell has wrong replies, or nil.
      def unproved(state)
        @engine.live.notify(:proof, cell: @cell)
        found = Proof.new(@engine).call(state, @process)
        found ? found.last : WarmUp.new(@process.engine, @process).call(state)
      rescue Driver::Failure
        @process.engine.servers.raise_if_lost
        raise
      end

      def count(state)
        iterations = iterations(@instrument::CALLS)
        block = ->(count) { Block.closed_loop(state, count).run(@process.engine, @process) }
        warm_up(block)
        lines = @inside.lines(iterations, iterations * @cell.scenario.calls) { |count| @process.window { block.call(count) } }
        lines.map { |line| { cell: @cell.id, process: @name, **line } }
      end

      # A first request makes objects that later ones do not.
      def warm_up(block)
        block.call(iterations(WARM_UP_CALLS))
        @process.window { block.call(1) } if @instrument::SHARED
      end

      def iterations(calls) = calls.fdiv(@cell.scenario.effort).ceil

      def leave
        @process.request("close", { cell: @cell.id }, deadline_s: ClientProcess::OPEN_S) if @process&.loaded?
      rescue Trouble # it never opened the cell, or is gone
        nil
      end
    end
  end
end
