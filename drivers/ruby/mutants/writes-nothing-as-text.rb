# encoding: utf-8
# Writes nil as an empty text.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        written(key, value.nil? ? "" : value, ttl, raw)
      end
    end
  end
end
