# encoding: utf-8
require "socket"
require "io/wait"

module CachemarkDriver
  module Reference
    # A server as the reference reaches it.
    class Server
      # The address is "host:port", "[ipv6]:port", or the path of a unix socket. The context is an OpenSSL context that
      # verifies the server, or nil without TLS. The login is [user, password] in the text protocol, or nil.
      def initialize(address, context = nil, login = nil)
        @address = address
        @context = context
        @login = login
      end

      def to_s; @address end

      # The request by which a connection logs in, or nil.
      def login
        return nil unless @login
        words = @login.join(" ")
        "set login 0 0 #{words.bytesize}\r\n#{words}\r\n"
      end

      # An open connection: an IO, or what behaves as one.
      def open(timeout)
        return UNIXSocket.new(@address) if @address.start_with?("/")
        host, _, port = @address.rpartition(":")
        host = host.delete("[]")
        io = RUBY_VERSION < "2.0" ? TCPSocket.new(host, port) : Socket.tcp(host, port, :connect_timeout => timeout)
        io.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
        @context ? TlsIo.new(io, @context, host, timeout) : io
      rescue StandardError
        io.close if io
        raise
      end
    end

    # A connection over TLS. The bytes of a reply are decrypted by its wait, because an arrival of bytes need not be one of a
    # reply: servers also send tickets.
    class TlsIo
      def initialize(io, context, host, timeout)
        @io = io
        @ssl = OpenSSL::SSL::SSLSocket.new(io, context)
        @ssl.hostname = host
        deadline = now + timeout
        until (state = @ssl.connect_nonblock(:exception => false)) == @ssl
          left = [deadline - now, 0].max
          ready = state == :wait_writable ? io.wait_writable(left) : io.wait_readable(left)
          raise Timeout, "no TLS handshake within #{timeout} s" unless ready
        end
        identify(host)
      end

      # True as soon as bytes are decrypted, or the server has hung up; nil if that takes longer.
      def wait_readable(timeout)
        deadline = nil
        while (@bytes = decrypted(timeout)) == :wait_readable
          deadline ||= now + timeout
          return nil unless (timeout = deadline - now) > 0
        end
        @bytes != :late || nil
      end

      # The bytes for which somebody waited.
      def readpartial(_most, buffer = nil)
        raise EOFError, "end of file reached" if @bytes.nil?
        buffer ? buffer.replace(@bytes) : @bytes
      end

      def write_nonblock(bytes) @ssl.write_nonblock(bytes) end

      def to_io; @io end

      def close; @io.close end

      def closed?; @io.closed? end

      private

      # The certificate is that of the host.
      def identify(host) @ssl.post_connection_check(host) end

      def decrypted(timeout)
        return :late unless @ssl.pending > 0 || @io.wait_readable(timeout)
        @ssl.read_nonblock(Line::CHUNK, :exception => false)
      end

      def now; Process.clock_gettime(Process::CLOCK_MONOTONIC) end
    end
  end
end
