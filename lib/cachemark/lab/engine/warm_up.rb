# frozen_string_literal: true

module Cachemark
  module Lab
    # Two untimed blocks of a cell in a fresh process, of one iteration (of each worker) and of a few. They warm the compiled
    # code, and show the cost of an iteration, so that the first real block has the right length. If a local cache may answer
    # reads, they also show how many reads reach the server: every later block must make exactly the same number. A pass over
    # pairs that is as long as a block is made once, in the first process.
    #
    # If the runtime compiles while it runs, further blocks follow. They end when the size of the compiled code and the usual time
    # of an iteration have settled, or at a limit. The record keeps how long that took. A block that is judged follows only then.
    class WarmUp
      FEW = 4
      # Changes in the second block of the first process. If a client does not wait for replies, the server cannot catch up
      # with this many at once.
      CHANGES = 100
      # If an iteration is slow, its client waits.
      MOST_NS = 1e9
      # A block of code that settles is half a block of a measurement: two windows of them are enough to see that nothing changes
      # any more. The share by which the fastest blocks of two windows may differ.
      BLOCK_NS = Plan::Pace::BLOCK_NS / 2
      WINDOW = 3
      SHARE = 0.03
      # Calls of each worker: compilers count calls, of which a slow network leaves few in a block.
      CALLS = 100
      LIMIT_S = 3.0
      private_constant :FEW, :CHANGES, :MOST_NS, :BLOCK_NS, :WINDOW, :SHARE, :CALLS, :LIMIT_S

      # `run` makes a block of the given number of iterations of the cell, and returns the Block. `clock` returns seconds.
      #: (Engine, ClientProcess, ?run: #call, ?clock: #call) -> void
      def initialize(engine, process, run: ->(state, count) { Block.closed_loop(state, count).run(engine, process) },
                     clock: engine.clock)
        @engine = engine
        @process = process
        @run = run
        @clock = clock
      end

      # Returns nil, or why the cell has no speed.
      #: (CellState) -> String?
      def call(state)
        reason = state.whole_passes? ? nil : first_blocks(state)
        settle(state) if @process.jit && reason.nil?
        reason
      rescue Block::Disagreement => error
        error.message
      end

      # Makes blocks until compiled code has settled, and records how long that took.
      #: (CellState) -> void
      def settle(state)
        blocks = []
        calls = 0
        began_s = @clock.call
        until (settled = calls >= CALLS && settled?(blocks)) || @clock.call - began_s >= LIMIT_S
          iterations = Plan::Pace.iterations(state.iteration_ns, block_ns: BLOCK_NS, workers: state.sharing_workers)
          reply = @run.call(state, iterations).reply
          state.iteration_ns = Stats::Median.of(reply["batches"]).fdiv(reply["batch"])
          calls += iterations * state.cell.scenario.calls / state.sharing_workers
          blocks << [reply["compiled_bytes"], state.iteration_ns]
        end
        @engine.writer.add("warm_up", cell: state.id, process: @process.name, blocks: blocks.size,
                                      seconds: (@clock.call - began_s).round(4), compiled_bytes: blocks.last.first,
                                      settled: settled)
      end

      private

      def first_blocks(state)
        block = one = @run.call(state, state.sharing_workers)
        iterations = few(state, one.wall_ns)
        block = more = @run.call(state, iterations) unless state.whole_passes?(one.reply["batches"].min)
        state.iteration_ns ||= block.reply["batches"].min.fdiv(block.reply["batch"])
        learn(state, one.counted.work, more.counted.work, iterations) unless more.nil? || state.exact? || @engine.ring.shared?
      end

      def few(state, one_ns)
        changes = state.iteration_ns ? 0 : state.changes
        wanted = changes.zero? ? FEW : CHANGES.fdiv(changes).ceil
        state.sharing_workers * [[wanted, (MOST_NS / one_ns).floor].min, FEW].max
      end

      # A local cache lives for one iteration. Iterations that are the same work in the model must be the same work here.
      def learn(state, one, more, iterations)
        first = one / state.sharing_workers
        later = (more - one) / (iterations - state.sharing_workers)
        return state.learn(first, later) && nil if first && later && (later == first || !state.steady?)

        "the local cache is not the same in each iteration: the server counted #{one.in_words} in " \
          "#{state.sharing_workers} iteration#{"s" if state.sharing_workers > 1} and #{more.in_words} in #{iterations}"
      end

      # `blocks` are [the size of the code, the time of an iteration] of each.
      def settled?(blocks)
        before, last = blocks.last(2 * WINDOW).each_slice(WINDOW).to_a
        return false unless last&.size == WINDOW && last.map(&:first).uniq.size == 1

        fastest = [before, last].map { |window| window.map(&:last).min }
        fastest.max <= fastest.min * (1 + SHARE)
      end
    end
  end
end
