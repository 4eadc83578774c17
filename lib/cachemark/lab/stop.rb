# frozen_string_literal: true

module Cachemark
  module Lab
    # A wish to end the run early, set from a signal handler and looked at between
    # blocks: what has been measured is kept and reported.
    class Stop
      # Hash[String, Integer]: signals that end a run, with their exit codes.
      CODES = { "INT" => 130, "TERM" => 143, "HUP" => 129 }.freeze

      # String or nil: the signal that asked for it.
      attr_reader :signal

      # Installs the handlers while the block runs. The first signal asks; the
      # same signal once more ends the process at once (the keeper cleans up).
      #: () { (Stop) -> Object } -> Object
      def self.watch
        stop = new
        before = CODES.keys.to_h { |name| [name, Signal.trap(name) { stop.ask(name) }] }
        yield stop
      ensure
        before&.each { |name, handler| Signal.trap(name, handler || "DEFAULT") }
      end

      #: (String) -> void
      def ask(signal)
        @signal ||= signal
        Signal.trap(signal, "SYSTEM_DEFAULT")
      end

      def requested? = !@signal.nil?

      # Integer or nil: the exit code of an interrupted run.
      def code = CODES[@signal]
    end
  end
end
