# encoding: utf-8
# Caches the values that it has read, until it writes or deletes them itself.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get
      alias_method :written, :set
      alias_method :deleted, :delete

      def get(key)
        (@kept ||= {})[key] ||= found(key)
      end

      def set(key, value, ttl, raw)
        @kept.delete(key) if @kept
        written(key, value, ttl, raw)
      end

      def delete(key)
        @kept.delete(key) if @kept
        deleted(key)
      end
    end
  end
end
