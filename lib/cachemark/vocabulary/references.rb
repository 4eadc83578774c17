# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # The contenders that every language's driver has besides clients, by the bare names of their catalogue entries.
    module References
      # The least code that does the same work on a raw socket.
      SOCKET = "socket"
      # Makes no call: its time is the harness overhead.
      NULL = "null"
      # The socket reference, broken on purpose by a mutant.
      CONTROL = "control"
      ALL = [SOCKET, NULL, CONTROL].freeze

      class << self
        # All take a client's id or its bare name: "ruby/socket", "socket".
        #
        #: (String) -> bool
        def socket?(client) = name(client) == SOCKET
        def null?(client) = name(client) == NULL

        # Whether it is a reference and no client that anybody uses.
        #
        #: (String) -> bool
        def include?(client) = ALL.include?(name(client))

        private

        def name(client) = client.to_s.split("/").last
      end
    end
  end
end
