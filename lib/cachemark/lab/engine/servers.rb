# frozen_string_literal: true

module Cachemark
  module Lab
    # The servers of a run, and their counters. If a server is lost, no later result can be trusted.
    class Servers
      # Raised if a server is gone, or was restarted.
      class Lost < Trouble; end

      # The work of servers according to their counters: the Work, and the bytes that they read (`bytes_in`) and wrote
      # (`bytes_out`), without those of our own requests.
      class Reading < Value.define(:work, :bytes_in, :bytes_out)
        # Names in memcached's statistics.
        COUNTERS = [*Vocabulary::Operations::COUNTERS.values, "bytes_read", "bytes_written"].freeze

        # From numbers in the order of COUNTERS.
        #: (Array[Integer]) -> Reading
        def self.of(numbers)
          *work, bytes_in, bytes_out = numbers
          new(work: Plan::Work.of(work), bytes_in: bytes_in, bytes_out: bytes_out)
        end

        # The work between two readings.
        #: (Reading) -> Reading
        def -(other)
          Reading.new(work: work - other.work, bytes_in: bytes_in - other.bytes_in, bytes_out: bytes_out - other.bytes_out)
        end
      end

      COUNTERS = ["pid", *Reading::COUNTERS].freeze
      # Servers are idle if their counters have not changed for this long. A client that does not wait can fill the window of
      # its connection, and Linux tries a full window again after 0.2 s.
      IDLE_S = 0.25
      # A server that others also use may never be idle.
      MOST_WAITS = 4
      AGAIN = "what was measured until then is reported; run it again"
      private_constant :COUNTERS, :IDLE_S, :MOST_WAITS, :AGAIN

      # Host::Ring
      attr_reader :ring

      #: (Host::Ring) -> void
      def initialize(ring)
        @ring = ring
        @pids = ring.stats.values.map { |stats| stats["pid"] }
      end

      # Empties the servers if they are private. Raises Lost.
      def flush
        @ring.flush if @ring.private?
      rescue Host::AdminSocket::Silent, Host::AdminSocket::NotMemcached => error
        lost(error)
      end

      # The counters of all servers together. Raises Lost.
      #: () -> Reading
      def reading
        raise Lost.new("the process that delays the network has ended", try: AGAIN) if @ring.network&.alive? == false

        pids, *counts = @ring.servers.map { |server| server.counters(COUNTERS) }.transpose
        raise Lost.new("memcached #{@ring.server_addresses.join(", ")} was restarted", try: AGAIN) if pids != @pids

        Reading.of(counts.map(&:sum))
      rescue Host::AdminSocket::Silent, Host::AdminSocket::NotMemcached, KeyError => error
        lost(error)
      end

      # The same without the bytes.
      #: () -> Plan::Work
      def counters = reading.work

      # The counters after all pending requests are done.
      #: () -> Plan::Work
      def idle_counters
        now = counters
        MOST_WAITS.times do
          before = now
          sleep(IDLE_S + (ring.network&.rtt_ns.to_i / 1e9))
          break if (now = counters) == before
        end
        now
      end

      # Raises Lost if a server is gone, so that the client is not blamed.
      def raise_if_lost
        reading
        nil
      end

      private

      def lost(error)
        raise Lost.new("memcached #{@ring.server_addresses.join(", ")} is gone: #{error.message.lines.first.strip}", try: AGAIN)
      end
    end
  end
end
