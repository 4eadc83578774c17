# frozen_string_literal: true

module Cachemark
  module Host
    # A process that the keeper started, in its own process group. Safe to use from several threads.
    class Child
      # Array[String]: the command.
      attr_reader :argv

      # Only the keeper creates children.
      def initialize(keeper, id, argv)
        @keeper = keeper
        @id = id
        @argv = argv
        @lock = Mutex.new
        @changed = ConditionVariable.new
      end

      # Integer. Raises Keeper::NotStarted if the command could not be run.
      def pid
        until_true { @pid || @failure || @lost }
        raise Keeper::NotStarted.new("#{argv.first}: #{@failure}", try: "install it, or put it into PATH") if @failure

        @pid || raise_lost
      end

      # Waits at most `timeout` seconds (nil: for ever); nil if it still runs then. Raises Keeper::Lost if the keeper died,
      # because the end of the process is unknown then.
      #: (?Numeric?) -> Exit?
      def wait(timeout = nil)
        until_true(timeout) { @exit || @lost }
        @exit || (@lost ? raise_lost : nil)
      end

      # Exit if it has ended, nil while it runs.
      def status = @exit

      def alive? = !@exit && !@lost && !@failure

      # Sends a signal to the child's whole group, unless it has ended.
      #: (?String) -> void
      def kill(signal = "TERM")
        @keeper.signal(@id, signal) if alive?
        nil
      end

      # TERM, then KILL after `grace_s` seconds; with 0, KILL at once. Returns how it ended.
      #: (?grace_s: Numeric) -> Exit?
      def stop(grace_s: 0.5)
        kill("TERM") if grace_s.positive?
        ended = wait(grace_s)
        return ended if ended

        kill("KILL")
        wait(2)
      rescue Keeper::Lost
        nil
      end

      # The keeper's reports: one of pid:, failure:, exit: or lost:.
      def update(pid: nil, failure: nil, exit: nil, lost: nil)
        @lock.synchronize do
          @pid ||= pid
          @failure ||= failure
          @exit ||= exit
          @lost ||= lost unless @exit
          @changed.broadcast
        end
      end

      private

      def until_true(timeout = nil)
        deadline = timeout && (Clock.now_s + timeout)
        @lock.synchronize do
          until yield
            left = deadline && (deadline - Clock.now_s)
            break if left && left <= 0

            @changed.wait(@lock, left)
          end
        end
      end

      def raise_lost = raise(Keeper::Lost.new("the keeper of #{argv.first} ended", try: "run the command again"))
    end
  end
end
