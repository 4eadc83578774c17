# frozen_string_literal: true

module Cachemark
  module Lab
    # Starts private servers: those of a contender's endpoint, or else the run's.
    class RingStarter
      # `programs` are {Contender::Endpoint#memcached => Env::Servers::Program}; nil is the run's own, by default the installed
      # one. `count` servers form a ring.
      #: (keeper: Host::Keeper, placement: Host::Placement, ?programs: Hash[String?, Env::Servers::Program], ?count: Integer, ?connections: Integer) -> void
      def initialize(keeper:, placement:, programs: {}, count: 1, connections: 0)
        @keeper = keeper
        @placement = placement
        @programs = programs
        @files = Host::Memcached::Files.new(keeper)
        @settings = { count: count, connections: connections }
      end

      # Host::Memcached::Files
      attr_reader :files

      # A ring for the run, or for a contender. `settings` replace ours, or are further ones of Host::Memcached.start.
      #: (?Contender?, **Object) -> Host::Ring
      def ring(contender = nil, **settings)
        endpoint = contender&.endpoint
        program = @programs[endpoint&.memcached]
        given = { argv_prefix: @placement.server_argv, listening: listening(endpoint), **@settings,
                  **(program ? { program: program.argv } : {}), **settings }
        Host::Ring.start(given.fetch(:count), keeper: @keeper, **given.except(:count))
      end

      # Raises Trouble if memcached cannot listen as a contender asks.
      #: (Contender) -> void
      def check(contender)
        needs = contender.endpoint&.needs or return
        program = @programs[contender.endpoint.memcached]
        Host::Memcached::Abilities.new(@keeper, **(program ? { program: program.argv } : {})).check(needs.keys)
      end

      # A place where a server for a contender may listen (`place:` of a ring of one).
      #: (Contender) -> Host::Memcached::Listening::Place
      def place(contender) = listening(contender.endpoint).place

      # The same on other cores than the measured ones; `settle` moves it there.
      #: (Contender) -> Host::Ring
      def ring_aside(contender) = ring(contender, argv_prefix: @placement.own_argv)

      # Moves servers to their core. Returns nil, or why that failed, as the end of a sentence.
      #: (Host::Ring) -> String?
      def settle(ring)
        ring.servers.filter_map { |server| @placement.pin(@keeper, server.pid, @placement.server_cpus) }.first
      end

      private

      def listening(endpoint)
        transport, tls, auth = endpoint.to_h.values_at(:transport, :tls, :auth)
        Host::Memcached::Listening.new(transport: transport || "tcp", tls: !tls.nil?, auth: auth, files: @files)
      end
    end
  end
end
