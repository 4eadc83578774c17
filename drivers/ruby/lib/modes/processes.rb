# encoding: utf-8

module CachemarkDriver
  module Modes
    # The Gate of a worker in a separate process: its parent lets all go, and hands out the calls.
    class ChildGate
      READY = "ready"
      # In place of a call: there is none left.
      NONE = 0xffffffff

      # calls: an IO with a uint32 for each call, which all workers read.
      def initialize(input, output, calls)
        @input = input
        @output = output
        @calls = calls
      end

      def pass
        @before = Meter.start
        Marshal.dump(READY, @output)
        @output.flush
        Marshal.load(@input)
      end

      # A read of four bytes gets those of one call, even if others read too.
      def take
        call = @calls.sysread(4).unpack("L<").first
        call unless call == NONE
      end

      def pause; Thread.pass end

      def ended
        @after = Meter.stop
      end

      def meter
        Meter.difference(@before, @after)
      end
    end

    # The work of a Child in its process: it answers for its worker.
    class ChildWorker
      def initialize(input, output, call_numbers)
        @input = input
        @output = output
        @call_numbers = call_numbers
      end

      # Until it is closed, or its parent is gone; never returns.
      def run(workers, at)
        STDIN.reopen(File::NULL)
        worker, error = WorkerQueue.attempt { workers.make(at) }
        say([nil, error])
        serve(worker) if worker
        workers.close
      rescue EOFError, SystemCallError # nobody listens any more
        nil
      ensure
        exit!(0)
      end

      private

      def serve(worker)
        while (message = Marshal.load(@input))
          say(WorkerQueue.attempt { message.first == "race" ? race(worker, *message.drop(1)) : worker.public_send(*message) })
        end
      end

      def race(worker, watch, message, *job)
        gate = ChildGate.new(@input, @output, @call_numbers)
        answer, seen = Watch.over(watch) { worker.public_send(message, gate, *job) }
        [answer, gate.meter, seen]
      end

      def say(outcome)
        @output.write(packed(outcome))
        @output.flush
      end

      def packed(outcome)
        Marshal.dump(outcome)
      rescue TypeError # an exception that holds what cannot be sent, such as a socket
        error = outcome.last
        Marshal.dump([nil, IOError.new("#{error.class}: #{error.message}")])
      end
    end

    # A forked process that serves one worker, as its parent sees it. It ends when it is
    # closed, or when its parent is gone.
    class Child
      # call_numbers: an IO with the numbers of the calls of an open loop.
      def initialize(workers, at, call_numbers)
        theirs, @to = IO.pipe
        @from, ours = IO.pipe
        [theirs, @to, @from, ours].each { |pipe| pipe.binmode }
        @pid = fork do
          [@to, @from].each { |pipe| pipe.close }
          ChildWorker.new(theirs, ours, call_numbers).run(workers, at)
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
        return false unless @early == ChildGate::READY
        @early = nil
        true
      end

      def go(start)
        say(start)
      end

      # Lets it end, and waits until it has.
      def close
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

    # A process for each worker, forked when the cell is opened: each connects for itself.
    class Processes
      def self.lack(shared)
        return "processes cannot share a client" if shared
        "this runtime cannot fork" unless Process.respond_to?(:fork)
      end

      def initialize(workers)
        call_numbers, @calls = IO.pipe
        @children = []
        workers.size.times { |at| @children << Child.new(workers, at, call_numbers) }
        WorkerQueue.answers(@children)
      rescue *WorkerQueue::FAILURES
        close
        raise
      ensure
        call_numbers.close
      end

      def each(message, *arguments)
        @children.map do |child|
          child.ask(message, *arguments)
          WorkerQueue.answers([child]).first
        end
      end

      def at_once(message, *arguments)
        @children.each { |child| child.ask(message, *arguments) }
        WorkerQueue.answers(@children)
      end

      def race(message, jobs, calls, watch)
        @children.zip(jobs) { |child, job| child.ask("race", watch, message, *job) }
        ready = @children.select { |child| child.ready? }
        start = Clock.now
        ready.each { |child| child.go(start) }
        hand_out(calls, ready.size) if calls
        results, meters, seen = WorkerQueue.answers(@children).transpose
        Race.new(start, sum(meters), sum(seen), results)
      end

      def close
        @children.each { |child| child.close }
        @calls.close
      end

      private

      # The calls of an open loop, in order; each child reads one at a time.
      def hand_out(calls, children)
        (0...calls).each_slice(1024) { |some| @calls.write(some.pack("L<*")) }
        @calls.write(([ChildGate::NONE] * children).pack("L<*"))
        @calls.flush
      rescue Errno::EPIPE # nobody is left who reads them, which the answers tell
        nil
      end

      # nil where a figure is unknown.
      def sum(hashes)
        hashes.inject do |all, one|
          all.merge(one) { |_, left, right| left.is_a?(Hash) ? sum([left, right]) : left && right && left + right }
        end
      end
    end
  end
end
