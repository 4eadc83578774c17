# frozen_string_literal: true

module Cachemark
  module Host
    # What every memcached answers, ours or not. Values are read when asked for.
    class Server
      # String and Integer.
      attr_reader :host, :port

      #: (String, Integer, ?deadline_s: Numeric) -> void
      def initialize(host, port, deadline_s: 10)
        @host = host
        @port = port
        @admin = AdminSocket.new(host, port, deadline_s: deadline_s)
      end

      # "127.0.0.1:11211", "[::1]:11211"
      def address = Vocabulary::Address.new(host: host, port: port).to_s

      # "1.6.18"
      def version = @version ||= @admin.version

      # The server's own counters. Raises AdminSocket::Silent when it is gone.
      #
      #: () -> Hash[String, Integer | String]
      def stats = @admin.stats

      # Only the counters that are named, in their order. Raises AdminSocket::Silent.
      #
      #: (Array[String]) -> Array[Integer]
      def counters(names) = @admin.counters(names)
    end
  end
end
