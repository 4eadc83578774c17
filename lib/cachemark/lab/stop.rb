# frozen_string_literal: true

module Cachemark
  module Lab
    # A request to end the run early, set by a signal. Everything measured so far is kept and reported. It is checked between
    # blocks, and interrupts any waiting inside `interruptible`.
    class Stop
      # Hash[String, Integer]: signals that end a run, with their exit codes.
      CODES = { "INT" => 130, "TERM" => 143, "HUP" => 129 }.freeze
      # A repeated signal within this many seconds is the same request, because a program that ends a process and then its
      # whole group sends it twice.
      ECHO_S = 1
      private_constant :ECHO_S

      # Raised inside `interruptible` only. It is not a StandardError, so that no rescue of failures catches it.
      class Asked < Exception; end # rubocop:disable Lint/InheritException

      # String or nil: the first signal.
      attr_reader :signal

      # Installs the handlers while the block runs, and returns its value. The first signal is the request. Another one, or
      # the same one later, ends the process at once (the keeper cleans up). All code is loaded before: a file whose loading
      # is interrupted would leave a class without its parts.
      #: (?clock: #call) { (Stop) -> Object } -> Object
      def self.watch(clock: Clock)
        LOADER.eager_load
        stop = new(clock: clock)
        before = stop.listen
        value = nil
        Thread.handle_interrupt(Asked => :never) { value = stop.interrupting { yield stop } }
        value
      rescue Asked
        value || raise(SignalException, stop.signal)
      rescue Host::Keeper::Lost
        # Ctrl-C also ends a keeper that is still starting.
        raise unless stop.requested?

        raise SignalException, stop.signal
      ensure
        before&.each { |name, handler| Signal.trap(name, handler || "DEFAULT") }
      end

      #: (?clock: #call) -> void
      def initialize(clock: Clock)
        @clock = clock
        @asked = Queue.new
      end

      # A signal handler must not wait for a lock.
      #: (String) -> void
      def ask(signal)
        return again(signal) if @signal

        @signal = signal
        @asked_s = @clock.call
        CODES.each_key { |name| Signal.trap(name, "SYSTEM_DEFAULT") unless name == signal }
        @asked << signal
      end

      # Installs the handlers; returns the previous ones. Under nohup, HUP stays ignored.
      #: () -> Hash[String, Object]
      def listen
        before = CODES.keys.to_h { |name| [name, Signal.trap(name) { ask(name) }] }
        before.each { |name, handler| Signal.trap(name, handler) if name == "HUP" && handler == "IGNORE" }
      end

      # Runs the block, and a thread that interrupts it on request. This needs a thread, because an error raised in a signal
      # handler cannot be deferred.
      #: () { () -> Object } -> Object
      def interrupting
        runner = Thread.current
        messenger = Thread.new { @asked.pop && runner.raise(Asked) }
        yield
      ensure
        messenger.kill.join
      end

      # Runs the block, whose waiting a signal may interrupt. Returns its value, or nil if it was interrupted.
      #: () { () -> Object } -> Object
      def interruptible(&)
        Thread.handle_interrupt(Asked => :on_blocking, &) unless requested?
      rescue Asked
        nil
      end

      def requested? = !@signal.nil?

      # Integer or nil: the exit code of an interrupted run.
      def code = CODES[@signal]

      private

      def again(signal)
        return if signal == @signal && @clock.call - @asked_s < ECHO_S

        Signal.trap(signal, "SYSTEM_DEFAULT")
        Process.kill(signal, Process.pid)
      end
    end
  end
end
