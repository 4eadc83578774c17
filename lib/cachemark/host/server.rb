# frozen_string_literal: true

module Cachemark
  module Host
    # A memcached, ours or not. Its values are read on request.
    class Server
      # Access: how clients reach it. Access::Certificate or nil: a certificate that its clients accept.
      attr_reader :access, :certificate

      # `admin` is how we reach it ourselves.
      #: (Access, ?admin: Access, ?certificate: Access::Certificate?, ?deadline_s: Numeric) -> void
      def initialize(access, admin: access, certificate: nil, deadline_s: 10)
        @access = access
        @own_access = admin
        @certificate = certificate
        @admin = AdminSocket.new(admin, deadline_s: deadline_s)
      end

      # "127.0.0.1:11211", "[::1]:11211", "/run/memcached.sock"
      def address = access.to_s

      # Integer; nil of a unix socket.
      def port = access.address.port

      # Reads its items.
      #: () -> ServerReader
      def reader = ServerReader.new(@own_access)

      # "1.6.18"
      def version = @version ||= @admin.version

      # The server's own counters. Raises AdminSocket::Silent if it is gone.
      #: () -> Hash[String, Integer | String]
      def stats = @admin.stats

      # Only the named counters, in order. Raises AdminSocket::Silent.
      #: (Array[String]) -> Array[Integer]
      def counters(names) = @admin.counters(names)

      # A server of the user. It is never flushed and never stopped.
      class UserServer < Server
        # Raises Usage if it contains items, unless that is allowed; Trouble if it does not reply or is not a memcached.
        #: (Access, ?allow_non_empty: bool, ?deadline_s: Numeric) -> UserServer
        def self.admit(access, allow_non_empty: false, deadline_s: 10)
          server = new(access, deadline_s: deadline_s, shared: allow_non_empty)
          items = server.examined.fetch("curr_items", 0)
          return server if allow_non_empty || items.zero?

          server.stop
          raise Usage.new("#{server.address} holds #{items} #{items == 1 ? "item" : "items"} that this run did not write",
                          try: "name an empty server, or add --allow non-empty (it is never flushed)")
        end

        def initialize(access, deadline_s: 10, shared: false)
          super(access, deadline_s: deadline_s)
          @shared = shared
        end

        # Its statistics when it is used for the first time. Raises Trouble.
        #: () -> Hash[String, Integer | String]
        def examined
          stats
        rescue AdminSocket::Silent, AdminSocket::NotMemcached => error
          stop
          raise Diagnosis.new(access).of(error)
        end

        # The certificate by which proxies in front of it answer its clients.
        #: (Access::Certificate) -> void
        def present(certificate)
          @certificate = certificate if access.trust
        end

        # The bytes of its largest possible item (`item`) and of all items (`memory`), as far as it reports them.
        #: () -> Hash[Symbol, Integer]
        def limits = { item: settings["item_size_max"], memory: stats["limit_maxbytes"] }.compact

        # Whether others may use it meanwhile, so that its counters include their work.
        def shared? = @shared

        def private? = false

        # nil: this run did not start it.
        def argv = nil

        # Always refused.
        def flush = raise(Usage.new("#{address} is your server and is never flushed", try: "remove server="))

        # Closes the connection; the server keeps running.
        def stop = @admin.close

        private

        # Not every server that speaks the protocol reports its settings.
        def settings
          @admin.settings
        rescue AdminSocket::NotMemcached
          {}
        end
      end

      # Why a server of the user does not answer as its address says: it speaks TLS, or none, or asks for a login.
      class Diagnosis
        PATIENCE_S = 2
        # A request that every memcached answers in the binary protocol, and the first byte of its reply.
        NOOP = [0x80, 0x0a, 0, 0, 0, 0, 0, 0, 0].pack("CCnCCnNNQ>").freeze
        BINARY = "\x81".b.freeze
        VERSION = "version\r\n"
        UNAUTHENTICATED = "unauthenticated"
        private_constant :PATIENCE_S, :NOOP, :BINARY, :VERSION, :UNAUTHENTICATED

        #: (Access) -> void
        def initialize(access)
          @access = access
        end

        # A clearer error if one is known, else the same.
        #: (Trouble) -> Trouble
        def of(error)
          what, try = @access.trust ? with_tls : without_tls
          what ? Trouble.new("#{@access} #{what}", try: try) : error
        end

        private

        def with_tls
          reply = said(VERSION) { @access.with(trust: nil).open(timeout_s: PATIENCE_S) }
          ["speaks no TLS", "--with server=#{@access}"] if reply&.match?(/\A[A-Z]+ /)
        end

        def without_tls
          return if @access.address.unix?
          return ["speaks TLS", "--with 'server=tls://#{@access}?ca=FILE'"] if tls?

          asks_for_login unless @access.login
        end

        def asks_for_login
          refused = said(VERSION)&.include?(UNAUTHENTICATED)
          return ["asks for a login", "--with 'server=tcp://USER@#{@access}?auth=text'"] if refused

          ["answers in the binary protocol only", "--with server=tcp://USER@#{@access}"] if said(NOOP)&.start_with?(BINARY)
        end

        def tls?
          socket = @access.open(timeout_s: PATIENCE_S)
          Access::TlsStream.answers?(socket, timeout_s: PATIENCE_S)
        rescue SystemCallError, SocketError
          false
        ensure
          socket&.close
        end

        # The first bytes of a reply; nil if none come.
        def said(request)
          stream = block_given? ? yield : @access.open(timeout_s: PATIENCE_S)
          stream.write(request)
          stream.readpartial(1_000) if stream.wait_readable(PATIENCE_S)
        rescue SystemCallError, SocketError, EOFError, Access::Refused
          nil
        ensure
          stream&.close
        end
      end
    end
  end
end
