# encoding: utf-8
# Stores only the first part of a large serialized value.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        written(key, value.is_a?(String) && !raw ? value.byteslice(0, 150_000) : value, ttl, raw)
      end
    end
  end
end
