# encoding: utf-8
# Never connects again to a server that has refused a connection once.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lent, :lend

      def lend(&call)
        raise Errno::EHOSTDOWN, @server.to_s if @given_up
        lent(&call)
      rescue Errno::ECONNREFUSED
        @given_up = true
        raise
      end
    end
  end
end
