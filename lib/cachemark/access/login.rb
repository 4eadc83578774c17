# frozen_string_literal: true

module Cachemark
  class Access
    # The name and password of a client. `by` is "text" for memcached's text protocol (a `set` that memcached takes as a login),
    # or "sasl" for its binary protocol. No message, record or log has the password.
    class Login < Value.define(:by, :user, :password)
      # Bytes of a packet's header in the binary protocol, and the place of the status and of the body's length in it.
      HEADER_BYTES = 24
      HEADER = "x6nN"
      SASL_AUTH = 0x21
      MECHANISM = "PLAIN"
      private_constant :HEADER_BYTES, :HEADER, :SASL_AUTH, :MECHANISM

      # Logs in on a new connection. Raises Refused.
      #: (BasicSocket | TlsStream, timeout_s: Numeric) -> void
      def call(stream, timeout_s:)
        deadline = Clock.now_s + timeout_s
        refused = by == "sasl" ? sasl(stream, deadline) : text(stream, deadline)
        raise Refused, "refuses the user #{user}: #{refused}" if refused
      rescue EOFError, Errno::ECONNRESET, Errno::EPIPE
        raise Refused, "hangs up when #{user} logs in"
      end

      # For drivers.
      #: () -> Hash[String, String]
      def to_wire = to_h.transform_keys(&:to_s)

      # Without the password.
      def inspect = "#<#{self.class} #{user} by #{by}>"
      alias to_s inspect

      private

      # Returns why the server refuses, or nil.
      def text(stream, deadline)
        words = "#{user} #{password}"
        stream.write("set login 0 0 #{words.bytesize}\r\n#{words}\r\n")
        line = +""
        line << read(stream, deadline) until line.end_with?("\n")
        line.chomp unless line == "STORED\r\n"
      end

      def sasl(stream, deadline)
        value = "\0#{user}\0#{password}"
        sizes = [MECHANISM.bytesize, 0, 0, 0, MECHANISM.bytesize + value.bytesize, 0, 0]
        stream.write([0x80, SASL_AUTH, *sizes].pack("CCnCCnNNQ>") + MECHANISM + value)
        reply = "".b
        reply << read(stream, deadline) while reply.bytesize < HEADER_BYTES
        return "it does not speak memcached's binary protocol" unless reply.getbyte(0) == 0x81

        status, length = reply.unpack(HEADER)
        reply << read(stream, deadline) while reply.bytesize < HEADER_BYTES + length
        reply.byteslice(HEADER_BYTES..) unless status.zero?
      end

      def read(stream, deadline)
        loop do
          left = deadline - Clock.now_s
          raise Refused, "does not answer when #{user} logs in" unless left.positive? && stream.wait_readable(left)

          bytes = stream.read_nonblock(4_096, exception: false)
          raise EOFError unless bytes
          return bytes unless bytes == :wait_readable
        end
      end
    end
  end
end
