# frozen_string_literal: true

module Cachemark
  module Host
    # The servers of a run, in the order of their addresses for clients. A Network may be in front of them.
    class Ring
      # Starts `count` private servers; `settings` are those of Memcached.start. If one does not start, those before it are
      # stopped.
      #: (Integer, keeper: Keeper, **Object) -> Ring
      def self.start(count, keeper:, **settings)
        servers = []
        count.times { servers << Memcached.start(keeper: keeper, **settings) }
        new(servers)
      rescue Exception
        servers.each(&:stop)
        raise
      end

      # Array[Server]; Network or nil.
      attr_reader :servers, :network

      #: (Array[Server], ?network: Network?) -> void
      def initialize(servers, network: nil)
        @servers = servers.dup.freeze
        @network = network
      end

      # The same servers behind a network.
      #: (Network) -> Ring
      def behind(network) = Ring.new(servers, network: network)

      # For clients: ["127.0.0.1:1024", "127.0.0.1:1025"].
      def addresses = network ? network.addresses : server_addresses

      # Those of the servers, without a network.
      def server_addresses = servers.map(&:address)

      # Runs the block, in which something is timed.
      #: () { () -> Object } -> Object
      def while_timed(&) = network ? network.count(&) : yield

      # Runs the block, in which a client prepares what is timed later.
      #: () { () -> Object } -> Object
      def while_prepared(&) = network ? network.hurry(&) : yield

      # How clients reach them, without the addresses (Access#to_wire).
      #: () -> Hash[String, Object]?
      def access = servers.first&.access&.to_wire

      # Whether all of them are private, and may be flushed.
      def private? = servers.all?(&:private?)

      # Whether others may use one of them, so that counters include other work.
      def shared? = servers.any?(&:shared?)

      # Every server's counters, by its address.
      #: () -> Hash[String, Hash[String, Integer | String]]
      def stats = servers.to_h { |server| [server.address, server.stats] }

      # Empties all. Raises Usage if one is not private, before any is flushed.
      def flush
        servers.reject(&:private?).each(&:flush)
        servers.each(&:flush)
        self
      end

      # Stops the network and the private servers, and closes the connections to the others.
      def stop = [*network, *servers].each(&:stop)
    end
  end
end
