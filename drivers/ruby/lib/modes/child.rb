# encoding: utf-8
module CachemarkDriver
  module Modes
    # A forked process that serves one worker, as its parent sees it. It ends when it is
    # dismissed, or when its parent is gone.
    class Child
      # tickets: what the calls of an open loop are read from.
      def initialize(workers, at, tickets)
        theirs, @to = IO.pipe
        @from, ours = IO.pipe
        [theirs, @to, @from, ours].each { |pipe| pipe.binmode }
        @pid = fork do
          [@to, @from].each { |pipe| pipe.close }
          Life.new(theirs, ours, tickets).lead(workers, at)
        end
        [theirs, ours].each { |pipe| pipe.close }
      end

      def ask(*message)
        say(message)
      end

      # [the answer, nil], or [nil, the exception].
      def outcome
        @early || hear
      ensure
        @early = nil
      end

      # Whether it waits to be let go; false: it has failed before.
      def ready?
        @early ||= hear
        return false unless @early == DistantGate::READY
        @early = nil
        true
      end

      def go(start)
        say(start)
      end

      # Lets it end, and waits until it has.
      def dismiss
        say(nil)
        [@to, @from].each { |pipe| pipe.close }
        Process.wait(@pid)
      end

      private

      def say(object)
        Marshal.dump(object, @to)
        @to.flush
      rescue Errno::EPIPE
        @early = gone
      end

      def hear
        Marshal.load(@from)
      rescue EOFError
        gone
      end

      def gone
        [nil, IOError.new("the process of a worker has ended")]
      end
    end
  end
end
