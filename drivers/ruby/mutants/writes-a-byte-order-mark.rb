# encoding: utf-8
# Writes a byte order mark before short texts that are not serialized.
module CachemarkDriver
  module Reference
    class Client
      SHORT_BYTES = 18
      MARK = "\xEF\xBB\xBF".dup.force_encoding("BINARY")

      alias_method :written, :set

      def set(key, value, ttl, raw)
        written(key, raw && text?(value) ? MARK + value.b : value, ttl, raw)
      end

      private

      # Letters and punctuation.
      def text?(value)
        value.is_a?(String) && value.bytesize.between?(1, SHORT_BYTES) && value.b !~ /[\x00-\x1f0-9]/n
      end
    end
  end
end
