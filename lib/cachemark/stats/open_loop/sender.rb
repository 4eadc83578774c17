# frozen_string_literal: true

module Cachemark
  module Stats
    class OpenLoop
      # What the sender did in one block: how long a call was under way, whether the last one began when it
      # was due, and how late it began calls for which somebody was free.
      class Sender
        # A time that did not fit into its 32 bits.
        FULL = 0xffffffff

        # The block, the times at which its calls were due in ns (more is no harm), and how many calls may be under way.
        #
        #: (Hash, Array[Integer], Integer) -> void
        def initialize(block, due, workers)
          @latencies, @lags = %w[latencies lags].map { |name| Latencies.list(block[name]) }
          @due = due
          @workers = workers
          @wall_ns = block["wall_ns"]
        end

        # Ns in which the calls of the block were due, and in which they were begun.
        def due_ns = @due[@lags.size - 1]
        def sent_ns = @lags.last == FULL ? @wall_ns : due_ns + @lags.last

        # Ns of work that the workers could have done.
        def available_ns = @wall_ns * @workers

        # Ns in which calls were under way. Of calls whose times did not fit the mean is taken.
        #
        #: () -> Float
        def busy_ns
          known = @latencies.each_index.reject { |at| @latencies[at] == FULL }
          known.sum { |at| @latencies[at] - @lags[at] } * @latencies.size.fdiv([known.size, 1].max)
        end

        # How long each call waited for the sender alone: from when it was due, or from when a worker was free,
        # whichever is later, to its start. What waited for an answer to another call is not in it.
        #
        #: () -> Array[Integer]
        def late
          free = Array.new(@workers, 0)
          @lags.each_with_index.filter_map do |lag, at|
            due = @due[at]
            next if lag == FULL

            soonest = free.each_index.min_by { |worker| free[worker] }
            ready = [due, free[soonest]].max
            free[soonest] = due + @latencies[at]
            [due + lag - ready, 0].max
          end
        end
      end
    end
  end
end
