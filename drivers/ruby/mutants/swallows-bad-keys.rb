# encoding: utf-8
# Reports a value as stored whose key it has refused.
module CachemarkDriver
  module Reference
    class Client
      alias_method :asked, :get
      alias_method :written, :set

      def get(key)
        asked(key)
      rescue BadKey
        nil
      end

      def set(key, value, ttl, raw)
        written(key, value, ttl, raw)
      rescue BadKey
        key.is_a?(String) || raise
      end
    end
  end
end
