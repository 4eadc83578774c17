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
        @settings = { count: count, connections: connections }
      end

      # A ring for the run, or for a contender. `settings` replace ours, or are further ones of Host::Memcached.start.
      #: (?Contender?, **Object) -> Host::Ring
      def ring(contender = nil, **settings)
        program = @programs[contender&.endpoint&.memcached]
        given = { argv_prefix: @placement.server_argv, **@settings, **(program ? { program: program.argv } : {}), **settings }
        Host::Ring.start(given.fetch(:count), keeper: @keeper, **given.except(:count))
      end

      # The same on other cores than the measured ones; `settle` moves it there.
      #: (Contender) -> Host::Ring
      def ring_aside(contender) = ring(contender, argv_prefix: @placement.own_argv)

      # Moves servers to their core. Returns nil, or why that failed, as the end of a sentence.
      #: (Host::Ring) -> String?
      def settle(ring)
        ring.servers.filter_map { |server| @placement.pin(@keeper, server.pid, @placement.server_cpus) }.first
      end
    end
  end
end
