# frozen_string_literal: true

module Cachemark
  module Lab
    # Untimed blocks of a cell in a process whose runtime compiles while it runs. They end when the size of the compiled code
    # and the usual time of an iteration have settled, or at a limit. The record keeps how long that took. A block that is judged
    # follows only then.
    class Settling
      # Half a block of a measurement: two windows of blocks are enough to see that nothing changes any more.
      BLOCK_NS = Plan::Pace::BLOCK_NS / 2
      WINDOW = 3
      # Calls of each worker: compilers count calls, of which a slow network leaves few in a block.
      CALLS = 100
      # The share by which the fastest blocks of two windows may differ.
      SHARE = 0.03
      LIMIT_S = 3.0

      # `run` makes a block of the given number of iterations of the cell, and returns the Block. `clock` returns seconds.
      #: (Engine, ClientProcess, run: #call, ?clock: #call) -> void
      def initialize(engine, process, run:, clock: engine.clock)
        @engine = engine
        @process = process
        @run = run
        @clock = clock
      end

      # Runs the blocks, and records them.
      #: (CellState) -> void
      def call(state)
        @blocks = []
        @calls = 0
        began_s = @clock.call
        add(state) until settled? || @clock.call - began_s >= LIMIT_S
        record(state, @clock.call - began_s)
      end

      private

      def add(state)
        iterations = Plan::Pace.iterations(state.iteration_ns, block_ns: BLOCK_NS, workers: state.sharing_workers)
        reply = @run.call(state, iterations).reply
        state.iteration_ns = Stats::Median.of(reply["batches"]).fdiv(reply["batch"])
        @calls += iterations * state.cell.scenario.calls / state.sharing_workers
        @blocks << [reply["compiled_bytes"], state.iteration_ns]
      end

      def settled?
        before, last = @blocks.last(2 * WINDOW).each_slice(WINDOW).to_a
        return false unless last&.size == WINDOW && @calls >= CALLS && last.map(&:first).uniq.size == 1

        fastest = [before, last].map { |window| window.map(&:last).min }
        fastest.max <= fastest.min * (1 + SHARE)
      end

      def record(state, seconds)
        @engine.writer.add("warm_up", cell: state.id, process: @process.name, blocks: @blocks.size, seconds: seconds.round(4),
                                      compiled_bytes: @blocks.last.first, settled: settled?)
      end
    end
  end
end
