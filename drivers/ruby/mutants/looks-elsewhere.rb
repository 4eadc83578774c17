# encoding: utf-8
# Where it has several servers, it takes one that has refused a connection once off its list, and says nothing of it.
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
