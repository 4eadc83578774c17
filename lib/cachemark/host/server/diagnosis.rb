# frozen_string_literal: true

module Cachemark
  module Host
    class Server
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
          ["speaks no TLS", "--server #{@access}"] if reply&.match?(/\A[A-Z]+ /)
        end

        def without_tls
          return if @access.address.unix?
          return ["speaks TLS", "--server tls://#{@access}?ca=FILE"] if tls?

          asks_for_login unless @access.login
        end

        def asks_for_login
          return ["asks for a login", "--server tcp://USER@#{@access}?auth=text"] if said(VERSION)&.include?(UNAUTHENTICATED)

          ["answers in the binary protocol only", "--server tcp://USER@#{@access}"] if said(NOOP)&.start_with?(BINARY)
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
