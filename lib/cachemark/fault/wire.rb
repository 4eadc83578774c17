# frozen_string_literal: true

module Cachemark
  module Fault
    # A reply that is wrong in the way that a fault names, in the protocol that the contender speaks itself.
    module Wire
      # What takes the place of a reply, as memcached words it, by the name that faults have for it.
      LINES = { "server-error" => "SERVER_ERROR temporary failure", "client-error" => "CLIENT_ERROR bad command line format",
                "error" => "ERROR", "out-of-memory" => "SERVER_ERROR out of memory storing object",
                "busy" => "ERROR Too many open connections" }.freeze
      # The same as statuses of the binary protocol. A server that is full says so before it knows the protocol.
      STATUSES = { "server-error" => 0x86, "client-error" => 0x04, "error" => 0x81, "out-of-memory" => 0x82 }.freeze

      # The protocol of a request.
      #: (String) -> Module
      def self.of(request) = request.getbyte(0) == 0x80 ? Packets : Lines

      # The key that stands in for another: of the same length, and one of the same canary's.
      #: (String) -> String
      def self.stranger(key) = "#{key[0...-2]}k7".b
    end
  end
end
