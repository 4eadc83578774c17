# encoding: utf-8
require "thread"

module CachemarkDriver
  # How workers are asked: `each` one after the other, `at_once` all together, and `race` all together from one
  # moment on. All answer the Array of the workers' answers, and raise what the first of them raised.
  module Modes
    # The result of letting all workers go at once: the time (ns of the clock), the Meter's Hash, the Hash of what was watched,
    # and each worker's answer.
    Race = Struct.new(:start, :meter, :seen, :results) do
      # What was used, less the harness overhead.
      def used(own = {})
        meter.merge(own) { |_, all, empty| all && [all - empty, 0].max }
      end
    end

    # Where workers wait until all are ready, and are then let go at once, and again until all have ended. The last to come
    # reads the meter and the clock, the last to end reads the meter again. So no other worker has to wake for it, and no figure
    # contains later work. It hands out the calls of an open loop too, in order. Queues, because their locks are no locks that a
    # Watch could take for the client's.
    class Gate
      # Integer, ns of the clock: when they were let go.
      attr_reader :start

      # workers: how many; calls: how many an open loop has, or nil.
      def initialize(workers, calls = nil)
        @workers = workers
        @arrivals, @ends = filled(workers), filled(workers)
        @opened, @closed = Queue.new, Queue.new
        @calls = filled(calls || 0)
        workers.times { @calls << nil }
      end

      # Waits for the others; the clock when all were let go.
      def pass
        return @opened.pop if @arrivals.pop < @workers - 1
        @before = Meter.start
        @start = Clock.now
        (@workers - 1).times { @opened << @start }
        @start
      end

      # Integer: the next call; nil when there is none left.
      def take; @calls.pop end

      # Lets others work while its caller waits for the clock.
      def pause; Thread.pass end

      # Every worker says so, also when its client has raised, and waits for the others.
      def ended
        return @closed.pop if @ends.pop < @workers - 1
        @after = Meter.stop
        (@workers - 1).times { @closed << nil }
      end

      # Hash: what all have used.
      def meter
        Meter.difference(@before, @after)
      end

      private

      def filled(count)
        Queue.new.tap { |queue| count.times { |at| queue << at } }
      end
    end

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
