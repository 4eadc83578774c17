# encoding: utf-8
require "thread"

module CachemarkDriver
  module Modes
    # Has a worker answer one message after the other, in whichever thread or fiber serves.
    class Servant
      FAILURES = [StandardError, ScriptError, NoMemoryError, SystemStackError]

      # Waits for what all were asked, and raises what the first raised. outcomes: the Array for them. A caller that waits while
      # a meter runs makes it before, so that waiting takes no object.
      def self.answers(servants, outcomes = Array.new(servants.size))
        servants.each_index { |at| outcomes[at] = servants[at].outcome }
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

      def dismiss; @inbox << nil end

      # Until it is dismissed.
      def serve
        while (message = @inbox.pop)
          @outbox << Servant.attempt { @worker.public_send(*message) }
        end
      end
    end

    # A thread for each worker, for as long as the cell is open, because clients may keep things by thread.
    class Threads
      # Why this runtime has no such mode, or nil.
      def self.lack(_shared) nil end

      def initialize(workers)
        @workers = workers
        @servants = Array.new(workers.size) { |at| Servant.new(workers.make(at)) }
        @threads = start(@servants)
      end

      def each(message, *arguments)
        @servants.map do |servant|
          servant.ask(message, *arguments)
          Servant.answers([servant]).first
        end
      end

      def at_once(message, *arguments)
        @servants.each { |servant| servant.ask(message, *arguments) }
        Servant.answers(@servants)
      end

      def race(message, jobs, calls, watch)
        gate = gate(calls)
        outcomes = Array.new(@servants.size)
        answers, seen = Watch.over(watch) do
          @servants.zip(jobs) { |servant, job| servant.ask(message, gate, *job) }
          Servant.answers(@servants, outcomes)
        end
        Race.new(gate.start, gate.meter, seen, answers)
      end

      def close
        @servants.each { |servant| servant.dismiss }
        @threads.each { |thread| thread.join }
        @workers.close
      end

      private

      def start(servants)
        servants.map { |servant| Thread.new { servant.serve } }
      end

      def gate(calls)
        Gate.new(@workers.size, calls)
      end
    end
  end
end
