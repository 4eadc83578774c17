# encoding: utf-8
require "thread"

module CachemarkDriver
  module Modes
    # Where workers wait until all are ready, and are then let go at once, and again until all have ended. The last to
    # come reads the meter and the clock, the last to end reads the meter again: nobody else has to be woken for it, and
    # what a worker does afterwards is in nobody's figures. It hands out the calls of an open loop too, in order.
    # Queues, because their locks are no locks that a Watch could take for the client's.
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
  end
end
