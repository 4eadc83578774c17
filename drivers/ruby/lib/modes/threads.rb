# encoding: utf-8
require "thread"

module CachemarkDriver
  module Modes
    # The messages of a worker, which it answers one after the other, and its answers. Any thread or fiber may serve them.
    class WorkerQueue
      FAILURES = [StandardError, ScriptError, NoMemoryError, SystemStackError]

      # Waits for what all were asked, and raises what the first raised. outcomes: the Array for them. A caller that waits while
      # a meter runs makes it before, so that waiting takes no object.
      def self.answers(queues, outcomes = Array.new(queues.size))
        queues.each_index { |at| outcomes[at] = queues[at].outcome }
        failed = outcomes.find { |_, error| error }
        raise failed.last if failed
        outcomes.map { |answer, _| answer }
      end

      # [the answer, nil], or [nil, the exception]; of the block.
      def self.attempt
        [yield, nil]
      rescue *FAILURES => error
        [nil, error]
      end

      def initialize(worker)
        @worker = worker
        @inbox = Queue.new
        @outbox = Queue.new
      end

      def ask(*message) @inbox << message end

      def outcome; @outbox.pop end

      def close; @inbox << nil end

      # Until it is closed.
      def serve
        while (message = @inbox.pop)
          @outbox << WorkerQueue.attempt { @worker.public_send(*message) }
        end
      end
    end

    # A thread for each worker, for as long as the cell is open, because clients may keep things by thread.
    class Threads
      # Why this runtime has no such mode, or nil.
      def self.lack(_shared) nil end

      def initialize(workers)
        @workers = workers
        @queues = Array.new(workers.size) { |at| WorkerQueue.new(workers.make(at)) }
        @threads = start(@queues)
      end

      def each(message, *arguments)
        @queues.map do |queue|
          queue.ask(message, *arguments)
          WorkerQueue.answers([queue]).first
        end
      end

      def at_once(message, *arguments)
        @queues.each { |queue| queue.ask(message, *arguments) }
        WorkerQueue.answers(@queues)
      end

      def race(message, jobs, calls, watch)
        gate = gate(calls)
        outcomes = Array.new(@queues.size)
        answers, seen = Watch.over(watch) do
          @queues.zip(jobs) { |queue, job| queue.ask(message, gate, *job) }
          WorkerQueue.answers(@queues, outcomes)
        end
        Race.new(gate.start, gate.meter, seen, answers)
      end

      def close
        @queues.each { |queue| queue.close }
        @threads.each { |thread| thread.join }
        @workers.close
      end

      private

      def start(queues)
        queues.map { |queue| Thread.new { queue.serve } }
      end

      def gate(calls)
        Gate.new(@workers.size, calls)
      end
    end
  end
end
