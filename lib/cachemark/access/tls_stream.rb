# frozen_string_literal: true

require "io/wait"
require "openssl"

module Cachemark
  class Access
    # A connection over TLS with the methods of a socket. One thread may read while another one writes.
    class TlsStream
      # The longest piece that is read or written at once: that of a record of TLS.
      PIECE_BYTES = 16_384
      # Many clients end the connection without the farewell of TLS.
      WITHOUT_FAREWELL = "unexpected eof"
      private_constant :PIECE_BYTES, :WITHOUT_FAREWELL

      class << self
        # The side of a client, which verifies the server's certificate and its name. Raises Refused.
        #: (TCPSocket, String, String, timeout_s: Numeric) -> TlsStream
        def connect(socket, trust, host, timeout_s:)
          context = OpenSSL::SSL::SSLContext.new
          context.ca_file = trust unless trust == SYSTEM
          context.set_params(verify_mode: OpenSSL::SSL::VERIFY_PEER)
          ssl = OpenSSL::SSL::SSLSocket.new(socket, context)
          ssl.hostname = host
          shake_hands(socket, timeout_s) { ssl.connect_nonblock(exception: false) }
          new(ssl, socket)
        end

        # The side of a server. Raises Refused.
        #: (TCPSocket, Certificate, timeout_s: Numeric) -> TlsStream
        def accept(socket, certificate, timeout_s:)
          ssl = OpenSSL::SSL::SSLSocket.new(socket, certificate.context)
          shake_hands(socket, timeout_s) { ssl.accept_nonblock(exception: false) }
          new(ssl, socket)
        end

        # Whether the other side of a connection answers as a server of TLS, trusted or not.
        #: (TCPSocket, timeout_s: Numeric) -> bool
        def answers?(socket, timeout_s:)
          context = OpenSSL::SSL::SSLContext.new
          context.verify_mode = OpenSSL::SSL::VERIFY_NONE
          ssl = OpenSSL::SSL::SSLSocket.new(socket, context)
          shake_hands(socket, timeout_s) { ssl.connect_nonblock(exception: false) }
          true
        rescue Refused
          false
        end

        private

        def shake_hands(socket, timeout_s)
          deadline = Clock.now_s + timeout_s
          until (state = yield).is_a?(OpenSSL::SSL::SSLSocket)
            left = deadline - Clock.now_s
            ready = left.positive? && (state == :wait_writable ? socket.wait_writable(left) : socket.wait_readable(left))
            raise Refused, "completes no TLS handshake within #{timeout_s} s" unless ready
          end
        rescue OpenSSL::SSL::SSLError, EOFError, Errno::ECONNRESET, Errno::EPIPE => error
          raise Refused, "completes no TLS handshake: #{reason(error)}"
        end

        # OpenSSL's own words, without those about its call.
        def reason(error)
          error.message[/\((?<why>[^()]+)\)\z/, :why] || error.message[/: (?<why>[^:]+)\z/, :why] || error.message
        end
      end

      #: (OpenSSL::SSL::SSLSocket, TCPSocket) -> void
      def initialize(ssl, socket)
        @ssl = ssl
        @socket = socket
      end

      # Waits for bytes. nil if none arrive within this time.
      #: (?Numeric?) -> Object?
      def wait_readable(timeout = nil) = @ssl.pending.positive? ? self : @socket.wait_readable(timeout)

      # Bytes; nil at the end; :wait_readable if there are none now.
      #: (Integer, exception: false) -> (String | Symbol)?
      def read_nonblock(length, exception: false)
        bytes = @ssl.read_nonblock([length, PIECE_BYTES].min, exception: exception)
        bytes == :wait_writable ? :wait_readable : bytes
      rescue OpenSSL::SSL::SSLError => error
        raise Errno::ECONNRESET, error.message unless error.message.include?(WITHOUT_FAREWELL)
      end

      # Waits for bytes. Raises EOFError at the end.
      #: (Integer) -> String
      def readpartial(length)
        wait_readable while (bytes = read_nonblock(length)) == :wait_readable
        bytes or raise EOFError, "end of file reached"
      end

      # Whether bytes have arrived that nobody has read.
      def unread? = @ssl.pending.positive? || @socket.recv_nonblock(1, Socket::MSG_PEEK, exception: false) != :wait_readable

      # Writes all bytes; returns their number.
      #: (String) -> Integer
      def write(bytes)
        rest = bytes
        until rest.empty?
          sent = write_nonblock(rest)
          sent == :wait_writable ? @socket.wait_writable : rest = rest.byteslice(sent..)
        end
        bytes.bytesize
      end

      # The number of bytes written; :wait_writable if none can be written now.
      #: (String, ?exception: false) -> (Integer | Symbol)
      def write_nonblock(bytes, exception: false)
        sent = @ssl.write_nonblock(bytes.byteslice(0, PIECE_BYTES), exception: exception)
        sent == :wait_readable ? :wait_writable : sent
      rescue OpenSSL::SSL::SSLError => error
        raise Errno::ECONNRESET, error.message
      end

      # Says that nothing follows.
      def close_write
        @ssl.sysclose
      rescue OpenSSL::SSL::SSLError
        nil # the other side is gone
      ensure
        @socket.close_write
      end

      # Without the farewell of TLS, as if a process ended.
      def close = @socket.close
      def closed? = @socket.closed?
      def setsockopt(...) = @socket.setsockopt(...)
      def getsockopt(...) = @socket.getsockopt(...)
      def local_address = @socket.local_address
    end
  end
end
