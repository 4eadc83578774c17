# frozen_string_literal: true

module Cachemark
  module Host
    # The servers of one run as one thing: the addresses that clients are given, in order.
    class Ring
      # Starts `count` private servers; `settings` are those of Memcached.start.
      # When one does not come up, those before it are stopped again.
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

      # Integer
      def size = servers.size

      # Whether all of them are ours, and may be flushed.
      def private? = servers.all?(&:private?)

      # Every server's counters by its address.
      #
      #: () -> Hash[String, Hash[String, Integer | String]]
      def stats = servers.to_h { |server| [server.address, server.stats] }

      # The counters that can be summed, over all servers.
      #
      #: () -> Hash[String, Integer]
      def totals
        servers.map { |server| server.stats.select { |_, value| value.is_a?(Integer) } }
               .reduce({}) { |sums, stats| sums.merge(stats) { |_, sum, value| sum + value } }
      end

      # Counters by name, in their order, summed over all servers.
      #
      #: (Array[String]) -> Array[Integer]
      def counters(names) = servers.map { |server| server.counters(names) }.transpose.map(&:sum)

      # Empties all. Raises Usage when one is not ours, before any is flushed.
      def flush
        servers.reject(&:private?).each(&:flush)
        servers.each(&:flush)
        self
      end

      # Whether all of them run.
      def alive? = servers.all?(&:alive?)

      # Array: hand it to restarted_since? later.
      def uptime_pid = servers.map(&:uptime_pid)

      # Whether any server is another process now than the one that gave `earlier`.
      def restarted_since?(earlier) = servers.zip(earlier).any? { |server, then_| server.restarted_since?(then_) }

      # Ends what is ours, hangs up on the rest.
      def stop = servers.each(&:stop)
    end
  end
end
