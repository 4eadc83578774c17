# frozen_string_literal: true

module Cachemark
  module Lab
    # Two untimed blocks of a cell in a fresh process, of one iteration (of each worker) and of a few.
    # They warm the compiled code and tell what an iteration costs, so that the first
    # real block has the right length. Where a local cache may answer reads, they also
    # tell how many it leaves to the server: every block must then make exactly that.
    # Of an iteration over pairs that is as long as a block there is one, in the first process.
    class Calibration
      FEW = 4
      # Changes in the first process's second block: a client that does not wait for
      # answers is further behind after so many than the server makes good at once.
      CHANGES = 100

      #: (Rig, ?burst: Burst) -> void
      def initialize(rig, burst: Burst.new(rig))
        @rig = rig
        @burst = burst
      end

      # Nil, or why the cell has no speed.
      #: (Bout, Driver::Session) -> String?
      def call(bout, session)
        return if bout.whole_passes?

        iterations = few(bout)
        reply, one = @burst.call(bout, session, bout.hands)
        reply, more = @burst.call(bout, session, iterations) unless bout.whole_passes?(reply["batches"].min)
        bout.iteration_ns ||= reply["batches"].min.fdiv(reply["batch"])
        learn(bout, one.work, more.work, iterations) unless more.nil? || bout.settled? || @rig.ring.shared?
      rescue Burst::Disagreement => error
        error.message
      end

      private

      def few(bout)
        changes = bout.iteration_ns ? 0 : bout.changes
        bout.hands * (changes.zero? ? FEW : [CHANGES.fdiv(changes).ceil, FEW].max)
      end

      # A local cache lives for one iteration: what the model takes for the same work
      # must be the same work.
      def learn(bout, one, more, iterations)
        first = one / bout.hands
        later = (more - one) / (iterations - bout.hands)
        return bout.learn(first, later) && nil if first && later && (later == first || !bout.steady?)

        "the local cache is not the same in each iteration: the server counted #{one.told} in " \
          "#{bout.hands} iteration#{"s" if bout.hands > 1} and #{more.told} in #{iterations}"
      end
    end
  end
end
