# encoding: utf-8
# With several servers, ignores a server that has refused a connection once.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :placed, :pool

      def pool(key)
        pool = placed(key)
        pool.needed = !@only.nil?
        pool
      end
    end

    class Pool
      attr_writer :needed

      alias_method :lent, :lend

      def lend(&call)
        raise Errno::EHOSTDOWN, @server.to_s if @given_up
        lent(&call)
      rescue Errno::ECONNREFUSED
        @given_up = !@needed
        raise
      end
    end
  end
end
