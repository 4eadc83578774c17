# encoding: utf-8
# Asks for a lease again if the reply was lost or late, and takes its own lease for a value.
module CachemarkDriver
  module Reference
    class Client
      alias_method :leased_once, :leased

      def fetch_locked(key, ttl, raw)
        state, value = leased(check(key))
        state == :won ? computed(key, ttl, raw) { yield } : value.to_s
      end

      private

      def leased(name)
        leased_once(name)
      rescue EOFError, Timeout, SystemCallError
        leased_once(name)
      end
    end
  end
end
