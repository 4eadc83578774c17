# frozen_string_literal: true

module Cachemark
  module Host
    class AdminSocket
      # A connection in the binary protocol, the only one of a memcached with SASL. It takes and gives the lines of the text
      # protocol: `version` and `stats`.
      class BinaryStream
        HEADER_BYTES = 24
        OPCODES = { "version" => 0x0b, "stats" => 0x10 }.freeze
        PIECE_BYTES = 16_384
        # The bytes by which a packet is longer than its line.
        LONGER = { "STAT" => HEADER_BYTES - "STAT  \r\n".bytesize, "END\r\n" => HEADER_BYTES - "END\r\n".bytesize,
                   "VERSION" => HEADER_BYTES - "VERSION \r\n".bytesize }.freeze
        private_constant :HEADER_BYTES, :OPCODES, :PIECE_BYTES, :LONGER

        # The bytes on the wire of a reply in lines.
        #: (String) -> Integer
        def self.bytes(text) = text.lines.sum { |line| line.bytesize + LONGER.fetch(line[/\A(?:STAT|VERSION|END\r\n)/], 0) }

        #: (BasicSocket | Access::TlsStream) -> void
        def initialize(stream)
          @stream = stream
          @bytes = "".b
        end

        # Sends a line, such as "stats settings\r\n". Returns the number of bytes on the wire.
        #: (String) -> Integer
        def write(line)
          name, key = line.split
          key = key.to_s
          packet = [0x80, OPCODES.fetch(name), key.bytesize, 0, 0, 0, key.bytesize, 0, 0].pack("CCnCCnNNQ>") + key
          @stream.write(packet)
        end

        def wait_readable(timeout) = @stream.wait_readable(timeout)

        # The lines that have arrived; :wait_readable if none is whole; nil at the end.
        #: (Integer, exception: false) -> (String | Symbol)?
        def read_nonblock(_most, exception: false)
          bytes = @stream.read_nonblock(PIECE_BYTES, exception: exception)
          return bytes unless bytes.is_a?(String)

          @bytes << bytes
          lines = +""
          while (line = packet)
            lines << line
          end
          lines.empty? ? :wait_readable : lines
        end

        def close = @stream.close

        private

        # The line of the next packet, if that has arrived.
        def packet
          return if @bytes.bytesize < HEADER_BYTES

          opcode, key_bytes, extras_bytes, status, body_bytes = @bytes.unpack("xCnCxnN")
          return if @bytes.bytesize < HEADER_BYTES + body_bytes

          body = @bytes.slice!(0, HEADER_BYTES + body_bytes).byteslice(HEADER_BYTES + extras_bytes..)
          return "CLIENT_ERROR #{body}\r\n" unless status.zero?

          opcode == OPCODES["version"] ? "VERSION #{body}\r\n" : statistic(body, key_bytes)
        end

        # A packet without a name ends the statistics.
        def statistic(body, key_bytes)
          key_bytes.zero? ? "END\r\n" : "STAT #{body.byteslice(0, key_bytes)} #{body.byteslice(key_bytes..)}\r\n"
        end
      end
    end
  end
end
