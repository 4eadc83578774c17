# encoding: utf-8
require "thread"

module CachemarkDriver
  module Modes
    # The jobs of a worker, which it does one after the other. Any thread or fiber may serve them.
    class WorkerQueue
      FAILURES = [StandardError, ScriptError, NoMemoryError, SystemStackError]

      # Waits for what all were asked, and raises what the first raised. outcomes: the Array for them. It is made before, so that
      # waiting takes no object while a meter runs.
      def self.answers(queues, outcomes)
        queues.each_index { |at| outcomes[at] = queues[at].outcome }
        failed = outcomes.find { |_, error| error }
        raise failed.last if failed
        outcomes.map { |answer, _| answer }
      end

      def initialize
        @inbox = Queue.new
        @outbox = Queue.new
      end

      def ask(job, gate) @inbox << [job, gate] end

      # [what the job returned, nil], or [nil, the exception].
      def outcome; @outbox.pop end

      def close; @inbox << nil end

      # Until it is closed.
      def serve
        while (asked = @inbox.pop)
          @outbox << attempt(*asked)
        end
      end

      private

      def attempt(job, gate)
        [job.call(gate), nil]
      rescue *FAILURES => error
        [nil, error]
      end
    end

    # A thread for each worker, for as long as the cell is open, because clients may keep things by thread.
    class Threads
      # Why this runtime has no such mode, or nil.
      def self.lack; end

      def initialize(size)
        @queues = Array.new(size) { WorkerQueue.new }
        @threads = start(@queues)
      end

      # As Sync#race.
      def race(jobs, watch, calls = nil, start = nil)
        gate = gate(calls, start)
        outcomes = Array.new(@queues.size)
        answers, seen = Watch.over(watch) do
          @queues.zip(jobs) { |queue, job| queue.ask(job, gate) }
          WorkerQueue.answers(@queues, outcomes)
        end
        Race.new(gate.start, gate.meter, seen, answers)
      end

      def close
        @queues.each { |queue| queue.close }
        @threads.each { |thread| thread.join }
      end

      private

      def start(queues)
        queues.map { |queue| Thread.new { queue.serve } }
      end

      def gate(calls, start)
        Gate.new(@queues.size, calls, start)
      end
    end
  end
end
