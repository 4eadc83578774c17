# frozen_string_literal: true

module Cachemark
  module Host
    # The servers of one run, in the order in which clients are given their addresses.
    class Ring
      # Starts `count` private servers; `settings` are those of Memcached.start. When one does not start, those before it
      # are stopped again.
      #
      #: (Integer, keeper: Keeper, **Object) -> Ring
      def self.start(count, keeper:, **settings)
        servers = []
        count.times { servers << Memcached.start(keeper: keeper, **settings) }
        new(servers)
      rescue Exception
        servers.each(&:stop)
        raise
      end

      # Array[Server]
      attr_reader :servers

      #: (Array[Server]) -> void
      def initialize(servers)
        @servers = servers.dup.freeze
      end

      # ["127.0.0.1:1024", "127.0.0.1:1025"]
      def addresses = servers.map(&:address)

      # Whether all of them are private, and may be flushed.
      def private? = servers.all?(&:private?)

      # Whether others may use one of them, so that counters say too much.
      def shared? = servers.any?(&:shared?)

      # Every server's counters by its address.
      #
      #: () -> Hash[String, Hash[String, Integer | String]]
      def stats = servers.to_h { |server| [server.address, server.stats] }

      # Empties all. Raises Usage when one is not private, before any is flushed.
      def flush
        servers.reject(&:private?).each(&:flush)
        servers.each(&:flush)
        self
      end

      # Stops the private ones, and hangs up on the others.
      def stop = servers.each(&:stop)
    end
  end
end
