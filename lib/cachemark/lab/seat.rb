# frozen_string_literal: true

module Cachemark
  module Lab
    # A contender's booted driver, and in it the one process at a time whose client makes calls.
    class Seat
      # A driver that cannot fork boots another one for each actor.
      ENTER_S = 75
      LEAVE_S = 5
      # So long a client that hangs is waited for, beyond the waits that a step is made of.
      PATIENCE_MS = 4_000
      # And so many times as long as the slowest call took while nothing was wrong, on this machine, a moment before.
      BESIDE = 100
      # More than any call takes on a busy machine, where something is wrong with every other one.
      CALL_MS = 150
      private_constant :ENTER_S, :LEAVE_S, :PATIENCE_MS, :BESIDE, :CALL_MS

      # A case that this contender, or its driver, cannot be put to; the message is the reason.
      class Unsupported < StandardError; end

      # Before anything went wrong the client could not do what it must.
      class Unprepared < Unsupported; end

      # No client could be made; `ending` says what came of it: "hung", "raised Errno::ECONNREFUSED: ...".
      class Unmade < Unprepared
        # String.
        attr_reader :ending

        #: (String) -> void
        def initialize(ending)
          @ending = ending
          super("no client could be made before anything went wrong (#{ending})")
        end
      end

      # Contender
      attr_reader :contender

      # String: that its driver was loaded for.
      attr_reader :mode

      # Raises Trouble where the driver does not come up, or loads what was not asked for.
      #: (Engine, Contender, ?mode: String) -> void
      def initialize(engine, contender, mode: Vocabulary::Mode::SYNC.to_s)
        @contender = contender
        @mode = mode
        @process = ClientProcess.start(engine, contender, mode: mode)
        failure = @process.failure or return
        stop
        raise failure
      end

      # Has a process of its own with a client for these servers, with short timeouts where it is to be `impatient`,
      # or of so many seconds.
      # Raises Unsupported for what it lacks for the steps, and Unmade.
      #: (Array[String], Hash, Array[Hash], ?impatient: bool | Numeric) -> void
      def enter(servers, scenario, steps, impatient: false)
        leave
        reply = ask("enter", { client: @contender.client.name, servers: servers, mode: @mode, scenario: scenario,
                               options: @contender.among(servers.size).examined(impatient: impatient),
                               steps: spoken(steps) }, ENTER_S)
        raise Unsupported, reply["reason"] if reply["type"] == "not_offered"
        raise Unmade, reply["end"] if reply["type"] == "not_entered"

        @entered = true
      end

      # Makes the steps: [calls, how it ended].
      #: (Array[Hash]) -> [Array[Fault::Trial::Call], String]
      def act(steps)
        told = told(steps)
        [Fault::Trial::Call.all(steps, told["events"]), told["end"]]
      end

      # Makes steps while nothing goes wrong: where they fail, what comes then proves nothing. Raises Unprepared.
      #: (Array[Hash]) -> void
      def prepare(steps)
        told = told(steps)
        @beside_ms = (Fault::Trial::Call.all(steps, told["events"]).filter_map(&:seconds).max.to_f * 1000).ceil
        raised = told["events"].find { |event| event["type"] == "raised" }
        return if told["end"] == "done" && raised.nil?

        why = raised ? "#{raised["error"]["class"]}: #{raised["error"]["message"]}" : "its process was #{told["end"]}"
        raise Unprepared, "it could not write before anything went wrong: #{why}"
      end

      # Ends the process. Safe at any time.
      def leave
        ask("leave", {}, LEAVE_S) if @entered
        @entered = false
      end

      def stop = @process.kill

      private

      def told(steps)
        silence_ms = PATIENCE_MS + (BESIDE * @beside_ms.to_i) + steps.filter_map { |step| step["wait_ms"] }.max.to_i
        deadline_ms = silence_ms + steps.sum { |step| patience_ms(step) }
        ask("act", { steps: spoken(steps), deadline_ms: deadline_ms, silence_ms: silence_ms }, (deadline_ms / 1000.0) + 5)
      end

      # With a driver its process is gone, too.
      def ask(type, fields, deadline_s)
        @process.request(type, { actor: "a", **fields }, deadline_s: deadline_s)
      rescue Driver::Lost
        @entered = false
        raise
      end

      def spoken(steps) = Fault::Script.for_kind(steps, @contender.client.kind)

      def patience_ms(step)
        step["wait_ms"] || ((step["together"] ? step["together"]["lanes"].flatten.size : 1) * CALL_MS)
      end
    end
  end
end
