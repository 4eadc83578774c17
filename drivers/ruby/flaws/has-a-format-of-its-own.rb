# encoding: utf-8
# Writes and reads values in a form that no other client knows, and marks them as plain.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set
      alias_method :found, :get

      def set(key, value, ttl, raw)
        written(key, value.is_a?(String) ? value.b.reverse : value, ttl, raw)
      end

      def get(key)
        value = found(key)
        value.is_a?(String) ? value.b.reverse : value
      end
    end
  end
end
