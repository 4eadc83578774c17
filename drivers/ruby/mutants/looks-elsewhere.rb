# encoding: utf-8
# With several servers, silently removes a server from the list that has refused a connection once.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :placed, :pool

      def pool(key)
        pool = placed(key)
        pool.refused && !@only ? @pools.find { |other| !other.refused } || pool : pool
      end
    end

    class Pool
      attr_reader :refused

      alias_method :lent, :lend

      def lend(&call)
        lent(&call)
      rescue Errno::ECONNREFUSED
        @refused = true
        raise
      end
    end
  end
end
