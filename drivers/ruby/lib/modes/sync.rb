# encoding: utf-8
require "thread"

module CachemarkDriver
  # Workers that do jobs, all together from one moment on. A job is called with a Gate, passes it, makes its calls, and says that
  # it has ended. `race` returns what came of all jobs, and raises what the first of them raised.
  module Modes
    # The result of letting all workers go at once: the time (ns of the clock), the Meter's Hash, the Hash of what was watched,
    # and what each job returned.
    Race = Struct.new(:start, :meter, :seen, :results)

    # Where workers wait until all are ready, and are then let go at once, and again until all have ended. The last to come
    # reads the meter and the clock, the last to end reads the meter again. So no other worker has to wake for it, and no figure
    # contains later work. It hands out the calls of an open loop too, in order. Queues, because their locks are no locks that a
    # Watch could take for the client's.
    class Gate
      # Integer, ns of the clock: when they were let go.
      attr_reader :start

      # workers: how many; calls: how many an open loop has, or nil; start: when they are let go, or nil for as soon as all are
      # there.
      def initialize(workers, calls = nil, start = nil)
        @workers = workers
        @arrivals, @ends = filled(workers), filled(workers)
        @opened, @closed = Queue.new, Queue.new
        @calls = filled(calls || 0)
        workers.times { @calls << nil }
        @start = start
        @waits = start && calls.nil?
      end

      # Waits for the others; the clock when all were let go. The calls of an open loop wait for themselves.
      def pass
        return @opened.pop if @arrivals.pop < @workers - 1
        DueCalls.wait(@start) { pause } if @waits
        @before = Meter.start
        @start ||= Clock.now
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
      def initialize(_size) end

      # The Race of jobs, one for each worker. watch: Array of what is watched; calls: the number of an open loop's calls, or nil;
      # start: their time, or nil.
      def race(jobs, watch, calls = nil, start = nil)
        gate = Gate.new(1, calls, start)
        answer, seen = Watch.over(watch) { jobs.first.call(gate) }
        Race.new(gate.start, gate.meter, seen, [answer])
      end

      def close; end
    end
  end
end
