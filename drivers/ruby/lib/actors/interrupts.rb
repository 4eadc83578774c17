# encoding: utf-8
require "thread"

module CachemarkDriver
  module Actors
    # Raised into a call from outside, as an application's own clock or shutdown does.
    class Interrupted < StandardError
      class << self
        # Integer: how often it was raised.
        attr_accessor :times
      end
      self.times = 0

      def initialize(*)
        super
        Interrupted.times += 1
      end
    end

    # The ways in which a call is ended from outside while it waits, each after some seconds.
    class Interrupts
      # message: {"by" => one of WAYS, "after_ms"}; NotOffered for a way that this runtime lacks.
      def self.of(message)
        raise NotOffered.new("an interrupt by #{message["by"]}", "driver") unless offered?(message["by"])
        new(message["by"], message["after_ms"] / 1000.0)
      end

      # JRuby's handlers of signals run in a separate thread, and interrupt nobody.
      def self.offered?(way)
        return !Modes::Fibers.lack if way == "fiber"
        WAYS.include?(way) && !(way.start_with?("signal") && defined?(JRUBY_VERSION))
      end

      def initialize(way, after)
        @way = way
        @after = after
      end

      # Makes the call (a block); returns what that returns, or raises what ended it.
      def over(&call)
        before = Interrupted.times
        Interrupts.send(@way, @after, &call).tap { @swallowed = Interrupted.times > before }
      end

      # Of a call that returned: {"swallowed" => true} where it was raised in it all the same.
      def report
        @swallowed ? {"swallowed" => true} : {}
      end

      class << self
        private

        # As Timeout.timeout does it.
        def timeout(after)
          require "timeout"
          Timeout.timeout(after) { yield }
        end

        # As Timeout.timeout with a class does it: an exception that the library may rescue.
        def timeout_error(after)
          require "timeout"
          Timeout.timeout(after, Interrupted) { yield }
        end

        # Thread#raise, as a supervisor or a job's time limit does it.
        def raise_in(after)
          caller = Thread.current
          struck = Mutex.new
          done = false
          clock = Thread.new do
            sleep(after)
            struck.synchronize { caller.raise(Interrupted, "struck from outside") unless done }
          end
          begin
            yield
          ensure
            struck.synchronize { done = true }
            clock.kill
          end
        end

        # Thread#kill of the thread that calls, as a server's shutdown does it. The client lives on. On a busy machine, a thread
        # may begin long after it was made.
        def kill(after)
          begun = Queue.new
          calling = Thread.new do
            begun << true
            Thread.current[:reply] = [yield]
          end
          calling.report_on_exception = false if calling.respond_to?(:report_on_exception=)
          begun.pop
          return calling[:reply].first if calling.join(after)
          calling.kill
          calling.join
          raise Interrupted, "its thread was killed"
        end

        # As a fiber's scheduler ends one that waits too long: Fiber#raise, from the loop.
        def fiber(after)
          reply = error = nil
          Thread.new do
            scheduler = Modes::Scheduler.new
            Fiber.set_scheduler(scheduler)
            Fiber.schedule do
              begin
                reply = scheduler.timeout_after(after, Interrupted, "its fiber was cancelled") { yield }
              rescue Exception => raised # it is raised where the call was made
                error = raised
              end
            end
          end.join
          error ? raise(error) : reply
        end

        # A signal whose handler raises, as an interactive program's Ctrl-C does it.
        def signal(after)
          pid = Process.pid
          before = trap("USR1") { raise Interrupted, "a signal's handler raised" }
          clock = Thread.new { sleep(after) && Process.kill("USR1", pid) }
          yield
        ensure
          clock.kill.join if clock
          trap("USR1", before || "DEFAULT")
        end

        # Signals whose handler does nothing, one after each pause, as profilers and children that end send them.
        def signals(pause)
          pid = Process.pid
          trap("USR1") {}
          clock = Thread.new { loop { sleep(pause) && Process.kill("USR1", pid) } }
          yield
        ensure
          clock.kill.join if clock
          trap("USR1", "IGNORE") # one that comes too late must not end the process
        end
      end

      WAYS = %w(timeout timeout_error raise_in kill fiber signal signals).freeze
    end

    # An exception at the n-th line event inside the library while a call is made: what an interrupt from
    # outside does that arrives just there. With `twice` another follows at the next line that the library runs,
    # which is where it cleans up.
    class LineStrike
      # As an application's time limits raise, and as shutdowns do, which no `rescue => error` catches.
      ERRORS = {"StandardError" => Interrupted, "Exception" => Class.new(Exception)}.freeze
      Halted = ERRORS["Exception"]

      # JRuby reports lines only under --debug, which compiles them to other code.
      OFFERED = defined?(TracePoint) && !defined?(JRUBY_VERSION)

      # Ruby changes all code that there is when line events are asked for the first time: done once, so that processes forked
      # from this one need not do it each.
      def self.make_ready
        return if @ready || !OFFERED
        @ready = true
        TracePoint.new(:line) {}.enable {}
      end

      # folders: Array of paths, the library's own; message: {"number", "error", "twice"}. The block is called with the first
      # place that is struck ("file:line"), before anything comes of it: what comes may end the process.
      def initialize(folders, message, &notify)
        @notify = notify
        @folders = folders.map { |folder| File.directory?(folder) ? "#{folder}/" : folder }
        @number = message["number"]
        @error = ERRORS.fetch(message["error"] || "StandardError")
        @left = message["twice"] ? 2 : 1
        @seen = 0
      end

      # Of a call that returned: {"swallowed" => true} where it was struck all the same.
      def report
        @swallowed ? {"swallowed" => true} : {}
      end

      # Makes the call (a block) with it; returns what that returns.
      def over
        caller = Thread.current
        trace = TracePoint.new(:line) { |event| strike(event) if Thread.current == caller && inside?(event.path) }
        trace.enable
        yield.tap { @swallowed = !@place.nil? }
      ensure
        trace.disable if trace
      end

      private

      def inside?(path)
        @folders.any? { |folder| path.start_with?(folder) }
      end

      def strike(event)
        @seen += 1
        return if @left == 0 || @seen < @number
        @left -= 1
        place = "#{event.path}:#{event.lineno}"
        @notify.call(place) unless @place
        @place ||= place
        Thread.current.raise @error, "struck at #{File.basename(place)}"
      end
    end

    # Array of String: the ways in which this runtime can end a call from outside.
    def self.interrupts
      Interrupts::WAYS.select { |way| Interrupts.offered?(way) } + (LineStrike::OFFERED ? ["line"] : [])
    end
  end
end
