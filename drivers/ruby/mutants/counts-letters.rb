# encoding: utf-8
# Writes short raw texts in the binary protocol, and counts their letters instead of their bytes, so that the packet is longer
# than its header says.
module CachemarkDriver
  module Reference
    class Pool
      # The client closes the connection: the bytes after the packet have cost it its place in the protocol.
      def write_packet(packet)
        line = Line.new(@server, @timeout)
        line.ask(packet)
      ensure
        line.close if line
      end
    end

    class Client
      SHORT_BYTES = 24
      HEADER = "CCnCCnNNQ>NN"

      alias_method :written, :set

      def set(key, value, ttl, raw)
        return written(key, value, ttl, raw) unless raw && value.bytesize.between?(value.length + 1, SHORT_BYTES)
        pool(key).write_packet(packet(check(key), value, ttl))
        true
      end

      private

      def packet(key, value, ttl)
        [0x80, 1, key.bytesize, 8, 0, 0, 8 + key.bytesize + value.length, 0, 0, 0, ttl].pack(HEADER) + key + binary(value)
      end
    end
  end
end
