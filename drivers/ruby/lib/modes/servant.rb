# encoding: utf-8
require "thread"

module CachemarkDriver
  module Modes
    # Has a worker answer one message after the other, in whichever thread or fiber serves.
    class Servant
      FAILURES = [StandardError, ScriptError, NoMemoryError, SystemStackError]

      # Waits for what all were asked, and raises what the first raised. outcomes: where they are put; who waits while a
      # meter runs has made it before, so that waiting takes no object.
      def self.answers(servants, outcomes = Array.new(servants.size))
        servants.each_index { |at| outcomes[at] = servants[at].outcome }
        failed = outcomes.find { |_, error| error }
        raise failed.last if failed
        outcomes.map { |answer, _| answer }
      end

      # [the answer, nil], or [nil, the exception]; of the block.
      def self.attempt
        [yield, nil]
      rescue *FAILURES => error
        [nil, error]
      end

      def initialize(worker)
        @worker = worker
        @inbox = Queue.new
        @outbox = Queue.new
      end

      def ask(*message) @inbox << message end

      def outcome; @outbox.pop end

      def dismiss; @inbox << nil end

      # Until it is dismissed.
      def serve
        while (message = @inbox.pop)
          @outbox << Servant.attempt { @worker.public_send(*message) }
        end
      end
    end
  end
end
