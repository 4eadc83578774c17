# encoding: utf-8
module CachemarkDriver
  module Modes
    # A process for each worker, forked when the cell is opened: each connects for itself.
    class Processes
      def self.lack(shared)
        return "processes cannot share a client" if shared
        "this runtime cannot fork" unless Process.respond_to?(:fork)
      end

      def initialize(workers)
        tickets, @calls = IO.pipe
        @children = []
        workers.size.times { |at| @children << Child.new(workers, at, tickets) }
        Servant.answers(@children)
      rescue *Servant::FAILURES
        close
        raise
      ensure
        tickets.close
      end

      def each(message, *arguments)
        @children.map do |child|
          child.ask(message, *arguments)
          Servant.answers([child]).first
        end
      end

      def at_once(message, *arguments)
        @children.each { |child| child.ask(message, *arguments) }
        Servant.answers(@children)
      end

      def race(message, jobs, calls, watch)
        @children.zip(jobs) { |child, job| child.ask("race", watch, message, *job) }
        ready = @children.select { |child| child.ready? }
        start = Clock.now
        ready.each { |child| child.go(start) }
        hand_out(calls, ready.size) if calls
        results, meters, seen = Servant.answers(@children).transpose
        Race.new(start, sum(meters), sum(seen), results)
      end

      def close
        @children.each { |child| child.dismiss }
        @calls.close
      end

      private

      # The calls of an open loop, in order; each child reads one at a time.
      def hand_out(calls, children)
        (0...calls).each_slice(1024) { |some| @calls.write(some.pack("L<*")) }
        @calls.write(([DistantGate::NONE] * children).pack("L<*"))
        @calls.flush
      rescue Errno::EPIPE # nobody is left who reads them, which the answers tell
        nil
      end

      # nil where a figure is not told.
      def sum(hashes)
        hashes.inject do |all, one|
          all.merge(one) { |_, left, right| left.is_a?(Hash) ? sum([left, right]) : left && right && left + right }
        end
      end
    end
  end
end
