# encoding: utf-8
module CachemarkDriver
  module Actors
    # An exception at the n-th line event inside the library while a call is made: what an interrupt from
    # outside does that arrives just there. With `twice` another follows at the next line that the library runs,
    # which is where it cleans up.
    class LineStrike
      # As an application's time limits raise, and as shutdowns do, which no `rescue => error` catches.
      ERRORS = {"StandardError" => Interrupted, "Exception" => Class.new(Exception)}.freeze
      Halted = ERRORS["Exception"]

      # JRuby tells of lines only under --debug, which makes other code of them.
      OFFERED = defined?(TracePoint) && !defined?(JRUBY_VERSION)

      # Ruby changes all code that there is when lines are told of for the first time: done once, so that processes forked
      # from this one need not do it each.
      def self.make_ready
        return if @ready || !OFFERED
        @ready = true
        TracePoint.new(:line) {}.enable {}
      end

      # folders: Array of paths, the library's own; message: {"number", "error", "twice"}. The block is called with the first
      # place that is struck ("file:line"), before anything comes of it: what comes may end the process.
      def initialize(folders, message, &tell)
        @tell = tell
        @folders = folders.map { |folder| File.directory?(folder) ? "#{folder}/" : folder }
        @number = message["number"]
        @error = ERRORS.fetch(message["error"] || "StandardError")
        @left = message["twice"] ? 2 : 1
        @seen = 0
      end

      # Of a call that returned: {"swallowed" => true} where it was struck all the same.
      def told
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
        @tell.call(place) unless @place
        @place ||= place
        Thread.current.raise @error, "struck at #{File.basename(place)}"
      end
    end
  end
end
