# encoding: utf-8
# Compresses large values, and unpacks a compressed one however large it becomes.
module CachemarkDriver
  module Reference
    class Client
      LARGE = 100_000
      PACKED = 2

      alias_method :written, :set

      def set(key, value, ttl, raw)
        return written(key, value, ttl, raw) if raw || !value.is_a?(String) || value.bytesize < LARGE
        bytes = Zlib::Deflate.deflate(Marshal.dump(value))
        exchange(check(key), "set #{key} #{PACKED} #{ttl} #{bytes.bytesize}\r\n#{bytes}\r\n") { |reply| reply == "STORED\r\n" }
      end
    end

    module Reply
      class << self
        private

        alias_method :decoded, :decode

        def decode(reply, flags, from, size)
          return decoded(reply, flags, from, size) unless reply.getbyte(flags) == 48 + Client::PACKED
          Marshal.load(Zlib::Inflate.inflate(reply.byteslice(from, size)))
        end
      end
    end
  end
end
