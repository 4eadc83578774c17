# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # The servers of the user that a command line names. All contenders use them as one ring.
      class UserRing
        #: (Array[Access]) -> void
        def initialize(accesses)
          @accesses = accesses
        end

        #: () -> bool
        def any? = @accesses.any?

        # Integer; nil without servers.
        def size = (@accesses.size if any?)

        # The ways to connect that a client must offer, with their words for people: {"tls" => "TLS"}.
        #: () -> Hash[String, String]
        def needs = @accesses.map(&:needs).reduce({}, :merge)

        # Raises Usage if a server is named twice, or if the servers of the ring need different certificates or logins, of which
        # drivers have one for all servers. Not every client can mix unix sockets and ports.
        #: () -> void
        def check
          twice = @accesses.map(&:to_s).tally.find { |_, count| count > 1 }
          raise Usage.new("--server names #{twice.first} twice", try: "name each server once") if twice

          one, other = @accesses.uniq { |access| [access.address.unix?, access.trust, access.login] }
          return unless other

          raise Usage.new("--server: clients cannot reach #{one} and #{other} in the same way",
                          try: "name servers of one ring with the same scheme, ca=, user and auth=")
        end

        # Raises Usage if contenders name servers that Cachemark starts, or a network that cannot be in front of these.
        #: (Array[Contender]) -> void
        def refuse(contenders)
          return unless any?

          started = contenders.find { |one| one.endpoint&.started? }
          refuse_started(started) if started
          behind = contenders.find { |one| one.endpoint&.network? } or return
          why = @accesses.filter_map { |access| without_network(access) }.first
          raise Usage.new("#{behind.id}: #{why}", try: "remove the network (rtt, --rtt, bandwidth, --bandwidth)") if why
        end

        private

        def refuse_started(contender)
          named = contender.endpoint.options.map { |pair| pair.join("=") }.join(",")
          raise Usage.new("#{contender.id} names a server that Cachemark starts, and --server does not",
                          try: "remove #{named}, or --server")
        end

        # Why no network can be in front of a server; nil if one can.
        def without_network(access)
          return Contender::Endpoint::UNIX_WITHOUT_NETWORK if access.address.unix?

          "the certificate of #{access} does not name the network in front of it" if access.trust
        end
      end
    end
  end
end
