# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # A contender in a running driver, with one actor at a time: a process with its own client, which makes the calls of a
      # trial. Actors are forks of the driver.
      class CheckedClient
        # A driver that cannot fork starts another driver for each actor.
        ENTER_S = 75
        LEAVE_S = 5
        # How long to wait for a client that hangs, in addition to the waits of the steps. A client with a longer timeout gets
        # that and LATER_MS, but no more than MOST_MS.
        PATIENCE_MS = 4_000
        LATER_MS = 1_000
        MOST_MS = 12_000
        # On a slow machine, also this many times the slowest call of the preparation.
        SLOWEST_CALLS = 100
        # Longer than any call takes on a busy machine, even if the fault strikes every second call.
        CALL_MS = 150
        # Enough to fill a limited memory on a busy machine.
        FILLING_MS = 20_000
        private_constant :ENTER_S, :LEAVE_S, :PATIENCE_MS, :LATER_MS, :MOST_MS, :SLOWEST_CALLS, :CALL_MS, :FILLING_MS

        # A case that this client, or its driver, cannot run; the message is the reason.
        class Unsupported < StandardError; end

        # A case whose fault cannot strike this client.
        class OutOfReach < Unsupported; end

        # The client failed before the fault.
        class Unprepared < Unsupported; end

        # The constructor returned no client. `ending` is "hung", "raised Errno::ECONNREFUSED: ...".
        class NoClient < Unprepared
          # String.
          attr_reader :ending

          #: (String) -> void
          def initialize(ending)
            @ending = ending
            super("the client could not be created before the fault (#{ending})")
          end
        end

        # Contender.
        attr_reader :contender

        # Float: the seconds of silence after which it counted as hung in its last steps; nil before any.
        attr_reader :silence_s

        # process: has loaded the client of the contender. actor: a name that no other client of the process has.
        #: (ClientProcess, Contender, actor: String) -> void
        def initialize(process, contender, actor:)
          @process = process
          @contender = contender
          @actor = actor
          @kept = @entered = false
        end

        # String: the mode that its driver was loaded for.
        def mode = @process.mode

        # Keeps the process of its actor for the next client.
        def keep = @kept = true

        # Whether the next client gets the process of this one.
        def kept? = @kept

        # Starts an actor with a client for these servers, or makes that client in the kept process. `access` is that of
        # Host::Ring. `memory_mb`: how much more memory the actor may take. Other settings are those of Contender#examined.
        # Raises NoClient, and Unsupported if the actor cannot make the steps.
        #: (Array[String], Hash, Array[Hash], ?access: Hash?, ?memory_mb: Integer?, **Object) -> void
        def enter(servers, scenario, steps, access: nil, memory_mb: nil, **settings)
          leave unless kept?
          @kept = @entered = false
          @memory_mb = memory_mb
          options = options(servers.size, settings)
          @patience_ms = patience_ms(options)
          reply = request("enter", { client: @contender.client.name, servers: servers, mode: mode, scenario: scenario,
                                     options: options,
                                     steps: for_driver(steps), **{ access: access, memory_mb: memory_mb }.compact }, ENTER_S)
          raise Unsupported, reply["reason"] if reply["type"] == "not_offered"
          raise NoClient, reply["end"] if reply["type"] == "not_entered"

          @entered = true
        end

        # Makes steps before the fault. Raises Unprepared if they fail, because a later failure would prove nothing then.
        #: (Array[Hash]) -> void
        def prepare(steps)
          calls, ending = act(steps)
          @slowest_ms = (calls.filter_map(&:seconds).max.to_f * 1000).ceil
          error = calls.find(&:raised?)&.error
          return if ending == "done" && error.nil?

          why = error ? "#{error["class"]}: #{error["message"]}" : "its process was #{ending}"
          raise Unprepared, "it could not write before the fault: #{why}"
        end

        # Makes steps. Returns the calls, and how the actor ended ("done" if it still lives). Raises Unsupported if the driver
        # failed, because that says nothing about the client.
        #: (Array[Hash]) -> [Array[Fault::Trial::Call], String]
        def act(steps)
          silence_ms = @patience_ms + (SLOWEST_CALLS * @slowest_ms.to_i) + (@memory_mb ? FILLING_MS : 0) +
                       steps.filter_map { |step| step["wait_ms"] }.max.to_i
          @silence_s = silence_ms / 1e3
          deadline_ms = silence_ms + steps.sum { |step| expected_ms(step) }
          reply = request("act", { steps: for_driver(steps), deadline_ms: deadline_ms, silence_ms: silence_ms },
                          (deadline_ms / 1000.0) + 5)
          raise Unsupported, "its driver #{reply["end"]}" if reply["end"].start_with?("failed: ")

          [Fault::Trial::Call.all(steps, reply["events"]), reply["end"]]
        end

        # Ends the actor. Safe at any time.
        def leave
          request("leave", {}, LEAVE_S) if @entered
          @kept = @entered = false
        end

        private

        # The actor ends with its driver.
        def request(type, fields, deadline_s)
          @process.request(type, { actor: @actor, **fields }, deadline_s: deadline_s)
        rescue Driver::Lost
          @kept = @entered = false
          raise
        end

        def patience_ms(options)
          ((@contender.timeouts_s(options).max.to_f * 1000).ceil + LATER_MS).clamp(PATIENCE_MS, MOST_MS)
        end

        # The same in each trial of a case.
        def options(servers, settings)
          (@options ||= {})[[servers, settings]] ||= @contender.among(servers).examined(**settings)
        end

        def for_driver(steps) = Fault::Script.for_kind(steps, @contender.client.kind)

        def expected_ms(step)
          within = step["calls"] || step.dig("together", "lanes")&.flatten
          step["wait_ms"] || (within ? within.sum { |inner| expected_ms(inner) } : CALL_MS)
        end
      end
    end
  end
end
