# frozen_string_literal: true

module Cachemark
  module Lab
    # A wish to end the run early, set by a signal: what has been measured is kept
    # and reported. It is looked at between blocks, and cuts short what is waited
    # for inside `interruptible`.
    class Stop
      # Hash[String, Integer]: signals that end a run, with their exit codes.
      CODES = { "INT" => 130, "TERM" => 143, "HUP" => 129 }.freeze

      # Raised inside `interruptible` only. No StandardError: what mends failures must let it pass.
      class Asked < Exception; end # rubocop:disable Lint/InheritException

      # String or nil: the signal that asked for it.
      attr_reader :signal

      # Installs the handlers while the block runs and answers its value. The first
      # signal asks; another ends the process at once (the keeper cleans up).
      #: () { (Stop) -> Object } -> Object
      def self.watch
        stop = new
        before = stop.listen
        value = nil
        Thread.handle_interrupt(Asked => :never) { value = stop.attended { yield stop } }
        value
      rescue Asked
        value
      ensure
        before&.each { |name, handler| Signal.trap(name, handler || "DEFAULT") }
      end

      def initialize
        @asked = Queue.new
      end

      #: (String) -> void
      def ask(signal)
        @signal ||= signal
        CODES.each_key { |name| Signal.trap(name, "SYSTEM_DEFAULT") }
        @asked << signal
      end

      # Installs the handlers; answers those of before. Who runs under nohup wants no HUP.
      #: () -> Hash[String, Object]
      def listen
        before = CODES.keys.to_h { |name| [name, Signal.trap(name) { ask(name) }] }
        before.each { |name, handler| Signal.trap(name, handler) if name == "HUP" && handler == "IGNORE" }
      end

      # Runs the block beside a thread that tells its own of the wish. A thread, because what a
      # handler raises cannot be held back.
      #: () { () -> Object } -> Object
      def attended
        runner = Thread.current
        messenger = Thread.new { @asked.pop && runner.raise(Asked) }
        yield
      ensure
        messenger.kill.join
      end

      # Runs the block, whose waiting a signal may cut short. Answers its value, or nil when it was cut.
      #: () { () -> Object } -> Object
      def interruptible(&)
        Thread.handle_interrupt(Asked => :on_blocking, &) unless requested?
      rescue Asked
        nil
      end

      def requested? = !@signal.nil?

      # Integer or nil: the exit code of an interrupted run.
      def code = CODES[@signal]
    end
  end
end
