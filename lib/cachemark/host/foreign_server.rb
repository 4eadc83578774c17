# frozen_string_literal: true

module Cachemark
  module Host
    # A server that the user named. It is never flushed and never stopped.
    class ForeignServer < Server
      # Raises Usage when it holds items, unless that is allowed; Trouble when it
      # does not answer or is no memcached.
      #
      #: (String, Integer, ?allow_non_empty: bool, ?deadline_s: Numeric) -> ForeignServer
      def self.admit(host, port, allow_non_empty: false, deadline_s: 10)
        server = new(host, port, deadline_s: deadline_s, shared: allow_non_empty)
        items = server.stats.fetch("curr_items", 0)
        return server if allow_non_empty || items.zero?

        server.stop
        raise Usage.new("#{server.address} holds #{items} #{items == 1 ? "item that is" : "items that are"} not ours",
                        try: "name an empty server, or add --allow-non-empty (it is never flushed)")
      end

      def initialize(host, port, deadline_s: 10, shared: false)
        super(host, port, deadline_s: deadline_s)
        @shared = shared
      end

      # Whether others may use it meanwhile, so that its counters grow by their work too.
      def shared? = @shared

      def private? = false

      # nil: somebody else started it.
      def argv = nil

      # Always refused.
      def flush = raise(Usage.new("#{address} is not ours and is never flushed", try: "leave --server out"))

      # Hangs up; the server goes on.
      def stop = @admin.close
    end
  end
end
