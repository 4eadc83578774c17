# encoding: utf-8
# Never connects again to a server that once let it wait for a connection.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lent, :lend

      def lend(&call)
        raise Errno::EHOSTDOWN, @server.to_s if @given_up
        lent(&call)
      rescue Errno::ETIMEDOUT
        @given_up = true
        raise
      end
    end
  end
end
