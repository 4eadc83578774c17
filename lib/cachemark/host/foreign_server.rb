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
        server = new(host, port, deadline_s: deadline_s)
        items = server.stats.fetch("curr_items", 0)
        return server if allow_non_empty || items.zero?

        server.stop
        raise Usage.new("#{server.address} holds #{items} items that are not ours",
                        try: "name an empty server, or add --allow-non-empty (it is never flushed)")
      end

      # "HOST:PORT" as typed (port 11211 when left out) -> [host, port]. Raises Usage.
      #
      #: (String) -> [String, Integer]
      def self.parse(address)
        six, name, port = address.match(/\A(?:\[([^\[\]\s]+)\]|([^\[\]\s:]+))(?::(\d{1,5}))?\z/)&.captures
        host = six || name
        port = Integer(port || "11211", 10)
        return [host, port] if host && port.between?(1, 65_535)

        raise Usage.new("#{address.inspect} is no server address", try: "write HOST:PORT, for example 127.0.0.1:11211")
      end

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
