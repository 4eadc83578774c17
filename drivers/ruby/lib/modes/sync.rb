# encoding: utf-8
module CachemarkDriver
  # How workers are asked: `each` one after the other, `at_once` all together, and `race` all together from one
  # moment on. All answer the Array of the workers' answers, and raise what the first of them raised.
  module Modes
    # One worker, in this thread: one call after the other.
    class Sync
      def initialize(workers)
        @workers = workers
        @worker = workers.make(0)
      end

      # What the worker answers to a message.
      def each(message, *arguments)
        [@worker.public_send(message, *arguments)]
      end

      alias_method :at_once, :each

      # The Race of a message that takes a gate. jobs: of each worker its other arguments; calls: of an open loop, or
      # nil; watch: Array of what is watched.
      def race(message, jobs, calls, watch)
        gate = Gate.new(1, calls)
        answer, seen = Watch.over(watch) { @worker.public_send(message, gate, *jobs.first) }
        Race.new(gate.start, gate.meter, seen, [answer])
      end

      def close
        @workers.close
      end
    end
  end
end
