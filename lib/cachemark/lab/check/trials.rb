# frozen_string_literal: true

require "random/formatter"
require "zlib"

module Cachemark
  module Lab
    class Check < Loop
      # Makes the trials of a case with a client. `call` gives each trial new proxies; with `on`, trials share them.
      class Trials
        # peers: the clients of the contenders that share servers with it.
        #: (Fault::Case, ring: Host::Ring, client: CheckedClient, seed: Integer, ?peers: Hash[Contender, CheckedClient]) -> void
        def initialize(fault_case, ring:, client:, seed:, peers: {})
          @case = fault_case
          @ring = ring
          @client = client
          @seed = seed
          @peers = peers
        end

        # The trial with a number. Raises CheckedClient::Unsupported, CheckedClient::Unprepared.
        #: (Integer) -> Fault::Trial
        def call(number) = with_servers { |servers| on(servers, number) }

        # Runs the block with the servers behind new proxies.
        #: () { (FaultServers) -> Object } -> Object
        def with_servers
          servers = FaultServers.new(@ring, narrow: @case.narrow?)
          yield servers
        ensure
          servers&.close
        end

        # The trial with a number on servers that other trials use too. `error` is the class that a sweep raises.
        #: (FaultServers, Integer, ?error: String?) -> Fault::Trial
        def on(servers, number, error: nil)
          canary = Fault::Canary.new(nonce(number))
          script = Fault::Script.new(@case, canary, number: number, error: error, peers: @peers.keys)
          CaseRun.new(script, servers, @client, @peers.transform_keys(&:id)).trial
        end

        private

        # Differs between trials, and is the same if the command is repeated.
        def nonce(number) = Random.new(@seed ^ (Zlib.crc32(@case.id) + number)).hex(5)
      end
    end
  end
end
