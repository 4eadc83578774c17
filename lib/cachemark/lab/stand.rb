# frozen_string_literal: true

require "zlib"

module Cachemark
  module Lab
    # One contender under examination: its seat, servers that are nobody else's, and for each trial proxies and a
    # process of its own.
    class Stand
      PREPARATIONS = 4
      # Room for a client that leaks one at each of a thousand faults, and for who looks at the server then.
      CONNECTIONS = 2_000
      private_constant :PREPARATIONS, :CONNECTIONS

      # Raises Trouble where the driver does not come up, or loads what was not asked for.
      # peers: with whom it shares servers in the cases that ask for others; effort: how often
      # cases are tried, for Repetition.
      #: (Engine, Contender, Integer, ?peers: Array[Contender], ?effort: Hash[Symbol, Object]) -> void
      def initialize(engine, contender, seed, peers: [], effort: {})
        @engine = engine
        @seed = seed
        @effort = effort
        @rings = {}
        @seat = Seat.new(engine, contender)
        @seats = { [@seat.mode, contender.shims] => @seat }
        @peers = peers
        @others = {}
      end

      # Tries a case as often as it says.
      #: (Fault::Case) -> Fault::Outcomes::Result
      def call(one)
        @tries = []
        found = finding(one)
        anew = @tries.map(&:anew).reduce({}) { |all, own| all.merge(own) { |_, some, more| some + more } }
        anew.any? ? found.with(anew: anew.freeze) : found
      end

      def stop
        [*@seats&.values, *@others&.values].each(&:stop)
      ensure
        @rings.each_value(&:stop)
      end

      private

      def finding(one)
        sit(one)
        return Fault::Sweep.new(one.fault).result(points(one)) if one.repeats == Fault::Case::LINES

        trials = repetition(one, **@effort) { |number| on_stage(one) { |stage| trial(one, number, stage) } }.trials
        finding = Fault::Outcomes.new(one.fault).result(trials)
        met(one, trials, documented(one, patient(one, finding)))
      rescue Seat::Unprepared => failure
        Fault::Outcomes::Result.new(outcome: "FAIL", reason: failure.message, n: 0)
      rescue Seat::Unsupported => lack
        Fault::Outcomes::Result.new(outcome: "UNSUPPORTED", reason: lack.message, n: 0)
      end

      # Of which it is told what it set aside.
      def repetition(...) = Repetition.new(...).tap { |one| @tries << one }

      # On the seat of the case's mode: a driver may change what it runs on for good before it loads a client, and may load it
      # otherwise for several servers. Raises Seat::Unsupported.
      def sit(one)
        mode = one.fault.mode
        lack = Vocabulary::Mode.of(mode).lacking(@seat.contender.language) and raise Seat::Unsupported, lack
        untouchable(one)
        there = contender(one)
        @seat = @seats[[mode, there.shims]] ||= Seat.new(@engine, there, mode: mode)
      end

      def contender(one) = @seat.contender.among(one.fault.servers)

      # What is raised where Ruby or Python code runs cannot come in the middle of native code: that proves nothing.
      def untouchable(one)
        native = @seat.contender.examination.native or return
        raise Seat::Unsupported, native if one.inside?
      end

      # Nobody promised that a call ends where no timeout is known.
      def patient(one, finding)
        return finding unless finding.outcome == "HANG" && one.impatient && @seat.contender.examination.impatient.empty?

        finding.with(reason: "#{finding.reason} (it has no timeout that is known here)")
      end

      # What passed, and was not spoilt.
      def met(one, trials, finding)
        lack = one.ineffective(trials) if finding.outcome == "PASS"
        lack ? finding.with(outcome: "UNSUPPORTED", reason: lack) : finding
      end

      # What the client's own documentation says against such a use stands beside what came of it; errors, and calls that do not
      # come back, are then no failure: which of them it is, is chance.
      def documented(one, finding)
        line = @seat.contender.unsafe("#{one.shared_in}-2,shared") if one.shared_in && finding.reason
        return finding unless line

        outcome = %w[FAIL NON-STRICT HANG].include?(finding.outcome) ? "INFO" : finding.outcome
        finding.with(outcome: outcome, reason: "#{finding.reason} (#{line.unsafe})")
      end

      # As many servers as a case needs.
      def ring(count) = @rings[count] ||= Host::Ring.start(count, keeper: @engine.keeper, connections: CONNECTIONS)

      # A trial for each line that the library runs, until the call is over before its turn comes; all on one stage.
      def points(one)
        on_stage(one) { |stage| Fault::Sweep::ERRORS.flat_map { |error| struck(one, stage, error) } }
      end

      def struck(one, stage, error)
        tries = repetition(one) { |number| trial(one, number, stage, error: error) }
        Fault::Sweep.through { |number| tries.settled(number) }
      end

      # Other in each trial, and the same when the command is repeated.
      def nonce(one, number) = Random.new(@seed ^ (Zlib.crc32(one.id) + number)).hex(5)

      def trial(one, number, stage, **sweep)
        canary = Fault::Canary.new(nonce(one, number))
        script = Fault::Script.new(one, canary, number: number, peers: asked(one), **sweep)
        conduct = Fault::Injector.new(one.moves(number), script.mark, at: one.at, twin: script.twin)
        stage.renew(conduct)
        play(one, script, canary, conduct, stage)
      ensure
        [@seat, *@others.values].each(&:leave)
      end

      # Raises Seat::Unsupported where a case is about others, and there are none.
      def asked(one)
        kind = one.fault.peers or return []
        own = @seat.contender
        found = @peers.select { |peer| kind == "any" || peer.client.language == own.client.language }
        return found.map { |peer| peer.among(one.fault.servers) } if found.any?

        words = kind == "any" ? "another contender" : "another contender of its language"
        raise Seat::Unsupported, "it takes #{words} on the command line"
      end

      def on_stage(one)
        stage = Stage.new(ring(one.fault.servers), narrow: one.narrow?)
        yield stage
      ensure
        stage&.finish
      end

      def play(one, script, canary, conduct, stage)
        prepare(one, script, stage.addresses)
        stage.learn(canary.keys[Fault::Canary::SUBJECT])
        conduct.arm
        before = stage.counters
        play = Play.new(script, stage, @seat, others(script), impatient: one.impatient)
        calls, ending = play.call
        raise Seat::Unsupported, conduct.lack if conduct.lack

        state = stage.values(script.watched.values)
        Fault::Trial.new(calls: calls, ending: ending, canary: canary, octets: conduct.octets, counters: stage.counters(before),
                         placed: play.placed, left: play.left, keys: script.texts, bytes: conduct.bytes,
                         state: script.watched.transform_values { |key| state[key] },
                         homes: homes(one, script, stage), bounds: contender(one).examination, harmed: one.harms?)
      end

      def homes(one, script, stage) = one.fault.servers > 1 ? stage.placement(script.watched) : {}

      # Where a busy machine takes longer than an impatient client waits, it may try again.
      def prepare(one, script, addresses, tries = PREPARATIONS)
        @seat.enter(addresses, script.scenario, script.prelude + script.steps, impatient: one.impatient)
        @seat.prepare(script.prelude)
      rescue Seat::Unprepared
        tries > 1 ? prepare(one, script, addresses, tries - 1) : raise
      end

      # {contender's id => Seat} of the peers that a script asks for.
      def others(script)
        script.peers.to_h { |peer| [peer.id, @others[[peer.id, peer.shims]] ||= Seat.new(@engine, peer)] }
      end
    end
  end
end
