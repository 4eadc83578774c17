# frozen_string_literal: true

module Cachemark
  module Lab
    # Runs a cell in a process: proves it, warms it up, times blocks of it, and looks at it when all is measured. Whatever goes
    # wrong costs the cell, not the run. Each answers whether the process still lives.
    class CellRunner
      # `latencies` says of a cell whether each of its calls is timed.
      #: (Engine, Participants, ?latencies: #call) -> void
      def initialize(engine, participants, latencies: ->(_cell) { false })
        @engine = engine
        @participants = participants
        @latencies = latencies
        @proof = Proof.new(engine)
      end

      # Opens and verifies a cell, and warms it up. `again` as Proof#again has it.
      #: (CellState, ClientProcess, ?again: bool) -> bool
      def prove(state, process, again: false)
        @engine.live.tell(:proof, cell: state.cell)
        guarded(state) do
          found = again ? @proof.again(state, process) : @proof.call(state, process)
          found ||= WarmUp.new(@engine, process).call(state)&.then { |reason| ["invalid", reason] }
          drop(state, found)
        end
      end

      # Times a block and writes it down; `place` as Block#record has it.
      #: (CellState, ClientProcess, Integer, Hash, ?batch: Integer) -> bool
      def block(state, process, iterations, place, batch: nil)
        batch ||= Plan::Pace.batch(state.iteration_ns || Plan::Pace::BLOCK_NS, iterations)
        timed(state) do
          block = Block.closed_loop(state, iterations, batch: batch, latencies: @latencies.call(state.cell))
          block.run(@engine, process).record(place)
          state.iteration_ns = block.wall_ns.fdiv(iterations)
        end
      end

      # The same of a block whose calls are due at their own times; yields it, once it is written down. It does not show
      # what an iteration costs.
      #: (CellState, ClientProcess, Plan::OpenLoop::Timetable, Hash) { (Block) -> void } -> bool
      def block_at_rate(state, process, timetable, place)
        timed(state) { yield Block.open_loop(state, timetable).run(@engine, process).record(place) }
      end

      # Verifies a cell for as long as a block, in a process that has measured all it will.
      #: (CellState, ClientProcess) -> bool
      def prove_long(state, process)
        guarded(state) { drop(state, @proof.long(state, process)) }
      end

      # Looks at the work of a cell through proxies, after its long proof: this may cost the process.
      #: (CellState, ClientProcess) -> void
      def look(state, process) = drop(state, @proof.on_the_wire(state, process))

      private

      def timed(state)
        @engine.live.tell(:cell, cell: state.cell)
        guarded(state) { yield }
      rescue Block::Disagreement => error
        drop(state, ["invalid", error.message])
        true
      end

      # A driver that dies, hangs or breaks the protocol costs its cell; one that refuses a request lives on.
      def guarded(state)
        yield
        true
      rescue Driver::Failure => error
        @engine.servers.idle_counters
        drop(state, ["failed", error.message])
        error.is_a?(Driver::Refused)
      end

      def drop(state, found) = found && @participants.drop(state.cell, *found)
    end
  end
end
