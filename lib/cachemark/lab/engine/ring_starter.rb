# frozen_string_literal: true

module Cachemark
  module Lab
    # Starts rings of private servers: those of a contender's endpoint, or else the run's. If the user named servers, every ring
    # consists of these.
    class RingStarter
      # `programs` are {Contender::Endpoint#memcached => Env::Servers::Program}; nil is the run's own, by default the installed
      # one. `count` servers form a ring. `user_servers` are those of the user.
      #: (keeper: Host::Keeper, placement: Host::Placement, ?programs: Hash[String?, Env::Servers::Program], ?count: Integer, ?connections: Integer, ?user_servers: Array[Host::Server::UserServer]) -> void
      def initialize(keeper:, placement:, programs: {}, count: 1, connections: 0, user_servers: [])
        @keeper = keeper
        @placement = placement
        @programs = programs
        @files = Host::Memcached::Files.new(keeper)
        @settings = { count: count, connections: connections }
        @user_servers = user_servers
      end

      # The same on other cores.
      #: (Host::Placement) -> RingStarter
      def at(placement) = dup.tap { |starter| starter.placement = placement }

      # Host::Memcached::Files
      attr_reader :files

      # A ring for the run, or for a contender. `settings` replace ours, or are further ones of Host::Memcached.start.
      #: (?Contender?, **Object) -> Host::Ring
      def ring(contender = nil, **settings)
        ring = @user_servers.any? ? Host::Ring.new(@user_servers) : private_ring(contender, **settings)
        contender&.endpoint&.network? ? ring.behind(network(contender.endpoint, ring)) : ring
      rescue Exception
        stop(ring) if ring
        raise
      end

      # The same of private servers without a network, also if the user named servers.
      #: (Contender?, **Object) -> Host::Ring
      def private_ring(contender, **settings)
        program = @programs[contender&.endpoint&.memcached]
        given = { argv_prefix: @placement.server_argv, listening: listening(contender&.endpoint), **@settings,
                  **(program ? { program: program.argv } : {}), **settings }
        Host::Ring.start(given.fetch(:count), keeper: @keeper, **given.except(:count))
      end

      # Ends what was started for a ring. Others may have the same servers of the user.
      #: (Host::Ring) -> void
      def stop(ring) = @user_servers.any? ? ring.network&.stop : ring.stop

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
        servers = ring.private? ? ring.servers : []
        servers.filter_map { |server| @placement.pin(@keeper, server.pid, @placement.server_cpus) }.first
      end

      protected

      attr_writer :placement

      private

      # On a core that is not measured, so that its work costs no client anything.
      def network(endpoint, ring)
        Host::Network.new(ring.addresses, keeper: @keeper, argv_prefix: @placement.own_argv,
                                          rtt_ns: endpoint.rtt_ns, bits_per_s: endpoint.bits_per_s)
      end

      def listening(endpoint)
        transport, tls, auth = endpoint.to_h.values_at(:transport, :tls, :auth)
        Host::Memcached::Listening.new(transport: transport || "tcp", tls: !tls.nil?, auth: auth, files: @files)
      end
    end
  end
end
