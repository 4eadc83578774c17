# frozen_string_literal: true

require "zlib"

module Cachemark
  module Lab
    # One contender under examination: its booted driver, servers that are nobody else's, and for each trial
    # relays and a process of its own.
    class Stand
      LOAD_S = 60
      ENTER_S = 15
      # What a part of a trial may take beyond the waits that it is made of; so long a client that hangs is waited for.
      PATIENCE_MS = 3_000
      # More than any call takes on a busy machine where nothing is wrong.
      CALL_MS = 20
      private_constant :LOAD_S, :ENTER_S, :PATIENCE_MS, :CALL_MS

      # A case that this contender, or its driver, cannot be put to; the message is the reason.
      class Unsupported < StandardError; end

      # Raises Trouble where the driver does not come up, or loads what was not asked for.
      #: (Rig, Contender, Integer) -> void
      def initialize(rig, contender, seed)
        @rig = rig
        @contender = contender
        @seed = seed
        @rings = {}
        start
      rescue Trouble
        stop
        raise
      end

      # Tries a case as often as it says.
      #: (Fault::Case) -> Fault::Judge::Finding
      def call(one)
        return Fault::Sweep.new(one.situation).finding(points(one)) if one.repeats == Fault::Sweep::REPEATS

        trials = Array.new(one.repeats) { |number| trial(one, number) }
        Fault::Judge.new(one.situation).finding(trials)
      rescue Unsupported => lack
        Fault::Judge::Finding.new(outcome: "UNSUPPORTED", reason: lack.message, n: 0)
      end

      def stop
        @session&.kill
      rescue Trouble # a keeper that is gone has ended it already
        nil
      ensure
        @rings.each_value(&:stop)
      end

      private

      def start
        @session = @rig.driver(@contender)
        loaded = @session.request("load", @rig.load_fields(@contender), deadline_s: LOAD_S)
        reason = @rig.proof(@contender, loaded) or return
        raise Trouble.new(reason, try: "cachemark env prune --unused-for 0 has it built anew")
      end

      # As many servers as a case needs.
      def ring(count) = @rings[count] ||= Host::Ring.start(count, keeper: @rig.keeper)

      # A trial for each line that the library runs, until the call is over before its turn comes.
      def points(one)
        Fault::Sweep::ERRORS.flat_map do |error|
          trials = (0...Fault::Sweep::MOST).lazy.map { |number| trial(one, number, error: error) }
          trials.take_while { |trial| trial.subject&.struck }.to_a
        end
      end

      # Other in each trial, and the same when the command is repeated.
      def nonce(one, number) = Random.new(@seed ^ (Zlib.crc32(one.id) + number)).hex(5)

      def trial(one, number, **sweep)
        canary = Fault::Canary.new(nonce(one, number))
        script = Fault::Script.new(one, canary, number: number, **sweep)
        conduct = Fault::Conduct.new(one.moves(number), script.mark)
        on_stage(one, conduct) { |stage| play(script, canary, conduct, stage) }
      end

      def on_stage(one, conduct)
        servers = ring(one.situation.servers).flush
        stage = Stage.new(servers, conduct)
        yield stage
      ensure
        leave
        stage&.finish
      end

      def play(script, canary, conduct, stage)
        enter(script, stage.addresses)
        unprepared(act(script.prelude))
        conduct.arm
        before = stage.counters
        calls, ending = perform(script.parts, stage)
        state = stage.values(script.watched.values)
        Fault::Trial.new(calls: calls, ending: ending, canary: canary, octets: conduct.octets, counters: stage.counters(before),
                         state: script.watched.transform_values { |key| state[key] })
      end

      # The driver's parts and the lab's, in turn, until one does not come to its end.
      def perform(parts, stage)
        calls = []
        parts.each do |part|
          next stage.call(part) unless part.is_a?(Array)

          told = act(part)
          calls += Fault::Call.all(part, told["events"])
          return [calls, told["end"]] unless told["end"] == "done"
        end
        [calls, "done"]
      end

      def enter(script, addresses)
        reply = @session.request("enter", { actor: "a", client: @contender.client.name, servers: addresses,
                                            options: @contender.options, scenario: script.scenario,
                                            steps: script.prelude + script.steps }, deadline_s: ENTER_S)
        raise Unsupported, reply["reason"] if reply["type"] == "not_offered"

        @entered = true
      end

      def act(steps)
        deadline_ms = PATIENCE_MS + steps.sum { |step| patience_ms(step) }
        @session.request("act", { actor: "a", steps: steps, deadline_ms: deadline_ms }, deadline_s: (deadline_ms / 1000.0) + 5)
      end

      def patience_ms(step)
        step["wait_ms"] || (step["together"] ? step["together"]["lanes"].flatten.size * CALL_MS : CALL_MS)
      end

      # What cannot be written before anything goes wrong proves nothing afterwards.
      def unprepared(told)
        raised = told["events"].find { |event| event["type"] == "raised" }
        return if told["end"] == "done" && raised.nil?

        why = raised ? "#{raised["error"]["class"]}: #{raised["error"]["message"]}" : "its process was #{told["end"]}"
        raise Unsupported, "it could not write before anything went wrong: #{why}"
      end

      def leave
        @session.request("leave", { actor: "a" }, deadline_s: 5) if @entered
        @entered = false
      end
    end
  end
end
