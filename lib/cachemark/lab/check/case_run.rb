# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # A trial of a case, from the preparation of the client to reading the servers at the end.
      class CaseRun
        # On a busy machine, an impatient client may need several attempts to write before the fault.
        PREPARATIONS = 4
        private_constant :PREPARATIONS

        # peers: {contender's id => CheckedClient} of the other contenders in the script.
        #: (Fault::Script, FaultServers, CheckedClient, ?Hash[String, CheckedClient]) -> void
        def initialize(script, servers, client, peers = {})
          @script = script
          @case = script.fault_case
          @servers = servers
          @client = client
          @peers = peers
          @placed = []
          @left = {}
        end

        # Raises CheckedClient::Unsupported if the client cannot run the case.
        #: () -> Fault::Trial
        def trial
          injector = Fault::Injector.new(@script.moves, @script.subject_key, at: @case.at, other_values: @script.other_values,
                                                                            mark: @script.canary.mark)
          @servers.reset(injector)
          prepare
          injector.arm
          before = @servers.counters
          calls, ending = execute
          raise CheckedClient::OutOfReach, injector.lack if injector.lack

          Fault::Trial.new(calls: calls, ending: ending, silence_s: @client.silence_s, canary: @script.canary,
                           keys: @script.texts, state: state,
                           strays: strays, counters: @servers.counters(before), placed: @placed, left: @left, homes: homes,
                           octets: @servers.without_password(injector.octets), bytes: injector.bytes,
                           unanswered_per_s: injector.unanswered_per_s,
                           bounds: @client.contender.among(@case.fault.servers).check_settings, harmed: @case.harms?,
                           memory_mb: @case.fault.memory_mb)
        end

        private

        def prepare(attempts = PREPARATIONS)
          enter(@client, @script.prelude + @script.steps)
          @client.prepare(@script.prelude)
          @servers.learn_prefix(@script.canary.keys.values)
          @servers.add_decoys(@script.canary) if @case.fault.prefix
        rescue CheckedClient::Unprepared
          attempts > 1 ? prepare(attempts - 1) : raise
        end

        # Runs part after part, until one does not end with "done".
        def execute
          calls = []
          @script.parts.each do |part|
            made, ending = perform(part)
            calls += made
            return [calls, ending] unless ending == "done"
          end
          [calls, "done"]
        end

        def perform(part)
          return @client.act(part) if part.is_a?(Array)
          return peer(part) if part["peer"]

          began = Clock.now_ns
          lab_step(part)
          [[Fault::Trial::Call.new(step: part, type: "ok", began_ns: began, ended_ns: Clock.now_ns)], "done"]
        rescue CheckedClient::NoClient => failure
          [[], Fault::Trial::NO_CLIENT + failure.ending]
        end

        def lab_step(part)
          return tell(part["author"]) if part["tell"]
          return @servers.bomb(@script.subject_key) if part["bomb"]
          return enter(@client, @script.steps, access: @servers.access_refused) if part["login"]
          return renew if part["renew"]
          return @servers.call(part) unless part["connect"]

          enter(@client, @script.steps, addresses: @servers.addresses.values_at(*part["connect"]))
        end

        # In the same process.
        def renew
          @client.keep
          enter(@client, @script.steps)
        end

        def tell(author)
          @placed << Fault::Trial::Placement.new(by: author, at: @servers.placement(@script.spread))
        end

        # A peer is not judged: it skips the steps that it cannot make.
        def peer(part)
          client = @peers.fetch(part["peer"])
          enter(client, part["steps"])
          calls, = client.act(part["steps"])
          @left[part["peer"]] = state unless same_client?(client)
          [calls, "done"]
        rescue CheckedClient::Unsupported
          [[], "done"]
        ensure
          client&.leave
        end

        # A client must read the values of its own other releases, and a mutant those of the reference.
        def same_client?(peer)
          own = @client.contender.client
          own.adapter == "control" || own == peer.contender.client
        end

        def enter(client, steps, addresses: @servers.addresses, access: @servers.access)
          client.enter(addresses, @script.scenario, steps, access: access, memory_mb: @case.fault.memory_mb,
                                                           impatient: @case.impatient, patient: @case.fault.patient,
                                                           prefix: @case.fault.prefix)
        end

        # {name => bytes} of the watched keys on the servers.
        def state
          held = @servers.values(@script.watched.values)
          @script.watched.transform_values { |key| held[key] }
        end

        # Only where decoys show whether the client keeps to its prefix.
        def strays
          return {} unless @case.fault.prefix

          @servers.strays(@script.texts.values).reject { |key, _| @script.canary.another?(key) }
        end

        def homes = @case.fault.servers > 1 ? @servers.placement(@script.watched) : {}
      end
    end
  end
end
