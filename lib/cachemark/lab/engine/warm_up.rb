# frozen_string_literal: true

module Cachemark
  module Lab
    # Two untimed blocks of a cell in a fresh process, of one iteration (of each worker) and of a few. They warm the compiled
    # code, and show the cost of an iteration, so that the first real block has the right length. If a local cache may answer
    # reads, they also show how many reads reach the server: every later block must make exactly the same number. A pass over
    # pairs that is as long as a block is made once, in the first process. If the runtime compiles while it runs, further
    # blocks follow until it has settled (Settling).
    class WarmUp
      FEW = 4
      # Changes in the second block of the first process. If a client does not wait for replies, the server cannot catch up
      # with this many at once.
      CHANGES = 100
      # If an iteration is slow, its client waits.
      MOST_NS = 1e9
      private_constant :FEW, :CHANGES, :MOST_NS

      # `run` makes a block of the given number of iterations of the cell, and returns the Block.
      #: (Engine, ClientProcess, ?run: #call) -> void
      def initialize(engine, process, run: ->(state, count) { Block.closed_loop(state, count).run(engine, process) })
        @shared = engine.ring.shared?
        @settling = (Settling.new(engine, process, run: run) if process.jit)
        @run = run
      end

      # Returns nil, or why the cell has no speed.
      #: (CellState) -> String?
      def call(state)
        reason = state.whole_passes? ? nil : first_blocks(state)
        @settling&.call(state) unless reason
        reason
      rescue Block::Disagreement => error
        error.message
      end

      private

      def first_blocks(state)
        block = one = @run.call(state, state.sharing_workers)
        iterations = few(state, one.wall_ns)
        block = more = @run.call(state, iterations) unless state.whole_passes?(one.reply["batches"].min)
        state.iteration_ns ||= block.reply["batches"].min.fdiv(block.reply["batch"])
        learn(state, one.counted.work, more.counted.work, iterations) unless more.nil? || state.exact? || @shared
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
    end
  end
end
