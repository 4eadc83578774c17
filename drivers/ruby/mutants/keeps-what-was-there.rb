# encoding: utf-8
# Does not send a value that is too large, reports no error, and leaves the old value.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        value.is_a?(String) && value.bytesize > 1_000_000 ? true : written(key, value, ttl, raw)
      end
    end
  end
end
