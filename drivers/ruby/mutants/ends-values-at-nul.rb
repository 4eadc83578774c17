# encoding: utf-8
# Ends a value at a NUL, as C does.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        value = value.b[/\A[^\0]*/n] if value.is_a?(String) && value.b.index("\0")
        written(key, value, ttl, raw)
      end
    end
  end
end
