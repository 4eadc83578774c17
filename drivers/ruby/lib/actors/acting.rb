# encoding: utf-8
require "thread"

module CachemarkDriver
  module Actors
    # true: this runtime can fork.
    FORKS = Process.respond_to?(:fork)

    # The resources that a process holds. A figure that grows call after call is a leak.
    module Body
      # descriptors and threads: counts; memory_bytes: resident, or what is alive on a heap that takes from the system ahead of
      # its needs (JRuby's); nil where the system does not tell.
      def self.look
        GC.start
        {"pairs" => [["descriptors", descriptors], ["threads", Thread.list.size], ["memory_bytes", memory]]}
      end

      # From now on, this process may take at most so many megabytes more. NotOffered where the system has no such limit, or
      # where the runtime does not take memory when a program asks for it.
      def self.limit(megabytes)
        held = File.read("/proc/self/status")[/^VmData:\s+(\d+) kB/, 1] if FORKS
        raise NotOffered.new("a limit of its memory", "driver") unless held
        Process.setrlimit(Process::RLIMIT_DATA, held.to_i * 1024 + megabytes * 1_048_576)
      rescue SystemCallError
        raise NotOffered.new("a limit of its memory", "driver")
      end

      def self.descriptors
        Dir.entries("/proc/self/fd").size - 3 # itself, "." and ".."
      rescue SystemCallError
        nil
      end

      def self.memory
        return heap if defined?(JRUBY_VERSION)
        File.read("/proc/self/statm").split[1].to_i * 4096
      rescue SystemCallError
        nil
      end

      # GC.start does nothing there.
      def self.heap
        Java::JavaLang::System.gc
        runtime = Java::JavaLang::Runtime.getRuntime
        runtime.totalMemory - runtime.freeMemory
      end
      private_class_method :descriptors, :memory, :heap
    end

    # Runs lists of steps at the same time, over one client: in threads, in fibers, or in processes that were
    # forked when the connection was open. Each way takes the lists' number and yields a list's number where
    # that list is to run; all have begun before any goes on.
    class Lanes
      class << self
        # The way that a step names; NotOffered for one that this runtime lacks.
        def named(name)
          raise NotOffered.new("calls at once in #{name}", "driver") unless WAYS.include?(name)
          lacks = name == "fibers" && Modes::Fibers.lack
          raise NotOffered.new("fibers that wait for each other", "driver") if lacks
          raise NotOffered.new("a fork of its process", "driver") if ORDERS.key?(name) && !FORKS
          ORDERS.key?(name) ? lambda { |count, &run| fork(count, ORDERS[name], &run) } : method(name)
        end

        private

        def threads(count)
          ready = Queue.new
          go = Queue.new
          threads = Array.new(count) do |lane|
            Thread.new do
              ready << lane
              go.pop
              yield lane
            end
          end
          count.times { ready.pop }
          count.times { go << true }
          threads.each { |thread| thread.join }
        end

        def fibers(count)
          Thread.new do
            Fiber.set_scheduler(Modes::Scheduler.new)
            count.times { |lane| Fiber.schedule { yield lane } }
          end.join
        end

        # The first list runs here, each other one in a child; `order` says when.
        def fork(count, order)
          gate, opened = IO.pipe
          children = (1...count).map { |lane| child(gate, opened) { yield lane } }
          acts = {:children => lambda { [gate, opened].each { |pipe| pipe.close } }, :parent => lambda { yield 0 },
                  :wait => lambda { children.each { |pid| Process.wait(pid) } }}
          order.each { |act| acts[act].call }
        end

        def child(gate, opened)
          Process.fork do
            opened.close
            gate.read
            yield
            exit!(0)
          end
        end
      end

      ORDERS = {"fork" => [:children, :parent, :wait], "fork-child-first" => [:children, :wait, :parent],
               "fork-parent-first" => [:parent, :children, :wait]}.freeze
      WAYS = (%w(threads fibers) + ORDERS.keys).freeze
    end

    # The work of an actor in its own process: it connects a client and makes the requested calls, one step after the other. It
    # reports at once what each returned or raised. So a process that dies has reported everything before.
    class Acting
      # message: the `enter` request; notify: called with each event (Hash).
      def initialize(adapter, message, notify)
        @adapter = adapter
        @notify = notify
        @lock = Mutex.new
        read(message)
        @client = adapter.connect(message["servers"], message["options"] || {})
        @bound = adapter.bind(@client)
      end

      # Takes the values that a request brings in place of those that it has.
      def read(message)
        @values = Values.read(message["values"], @adapter.frozen_arguments?) if message["values"]
        @singles ||= {}
        @written ||= {}
      end

      # Makes the steps (Array of Hash), in order.
      def run_steps(steps, place = {})
        steps.each_with_index { |step, at| make(step, place.merge("step" => at)) }
      end

      # Lets its client go, in whatever state that is.
      def disconnect
        @adapter.disconnect(@client)
      rescue *Modes::WorkerQueue::FAILURES
        nil
      end

      # NotOffered for a step whose call the client, or whose way of being interrupted this driver, lacks.
      def check_steps(steps)
        steps.each do |step|
          if step["together"]
            Lanes.named(step["together"]["by"])
            step["together"]["lanes"].each { |lane| check_steps(lane) }
          elsif step["op"]
            making(step, {})
            interrupt(step["interrupt"], {}) if step["interrupt"]
          end
        end
      end

      private

      def make(step, place)
        if step["wait_ms"] then sleep(step["wait_ms"] / 1000.0)
        elsif step["together"] then together(step["together"], place)
        elsif step["look"] then event(place, "ok", "value" => Body.look)
        else call(step, place)
        end
      end

      # How each lane's calls are reported: the step of the list, the lane, and the call's number in it. Objects that the lanes
      # would share are made before they run.
      def together(step, place)
        step["lanes"].each { |lane| lane.each { |one| [making(one, place), written(one)] } }
        Lanes.named(step["by"]).call(step["lanes"].size) do |lane|
          step["lanes"][lane].each_with_index { |one, at| make(one, place.merge("lane" => lane, "sub" => at)) }
        end
      end

      # An exception of a call ends the quiet block around it, as in an application.
      def call(step, place)
        making = making(step, place)
        strike = step["interrupt"] && interrupt(step["interrupt"], place)
        event(place, "invoke", written(step))
        value = strike ? strike.over(&making) : making.call
        event(place, "ok", {"value" => Reported.value(reply(step, value))}.merge(strike ? strike.report : {}))
      rescue SystemExit
        raise
      rescue Exception => error # whatever ends a call is what this is about
        event(place, "raised", {"error" => Reported.error(error, injected?(error))}.merge(strike ? strike.report : {}))
        raise if step["quiet"]
      end

      # A lambda that makes the step and returns its reply.
      def making(step, place)
        return lambda { @adapter.disconnect(@client) } if step["close"]
        return quiet(step, place) if step["op"] == "quiet"
        return flush(step["delay"]) if step["op"] == "flush"
        single = single(step) if step["op"]
        lambda { single.make }
      end

      def quiet(step, place)
        calls = step["calls"].map { |one| one["op"] ? one.merge("quiet" => true) : one }
        check_steps(calls)
        block = block()
        lambda do
          block.open(*@bound.values) { calls.each_with_index { |one, at| make(one, place.merge("inside" => at)) } }
        end
      end

      def flush(delay)
        made = opening(@adapter.flush(delay.inspect) || raise(NotOffered, "flush"))
        lambda { made.open(*@bound.values) }
      end

      # An object whose `open` yields inside the client's quiet block.
      def block
        @block ||= opening(@adapter.quiet("yield") || raise(NotOffered, "quiet"))
      end

      # An object whose `open` takes the clients, and runs the source.
      def opening(source)
        define = "def open(#{@bound.keys.join(", ")})\n#{@adapter.with_connection(source)}\nend"
        Object.new.tap { |made| made.instance_eval(define) }
      end

      # The interrupt that ends the call at that place from outside. NotOffered for a way that this runtime lacks.
      def interrupt(message, place)
        return Interrupts.of(message) unless message["by"] == "line"
        raise NotOffered.new("an interrupt by line", "driver") unless LineStrike::OFFERED
        LineStrike.new(@adapter.roots, message) { |line| event(place, "struck", "struck" => line) }
      end

      # The value for a writing call: replies are compared with it, type and all.
      def written(step)
        number = step["value"] or return {}
        @written[number] ||= {"wrote" => Reported.value(@values.fetch(number))}
      end

      # A writing call's own words are kept: what they mean is the adapter's to say. Quiet calls have no reply.
      def reply(step, value)
        return nil if step["close"] || step["quiet"] || %w(quiet flush).include?(step["op"])
        single(step).reply(value)
      end

      def single(step)
        @singles[step] ||= SingleCall.new(@adapter, @client, step, @values)
      end

      def injected?(error)
        error.is_a?(Interrupted) || error.is_a?(Compiler::GivenUp) || error.is_a?(LineStrike::Halted) || %w(Timeout::Error Timeout::ExitException).include?(error.class.name)
      end

      def event(place, type, more = {})
        event = place.merge("type" => type, "at_ns" => Clock.now).merge(more)
        @lock.synchronize { @notify.call(event) }
      end
    end
  end
end
