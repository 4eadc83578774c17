# encoding: utf-8
# Abandons a server for good after ten refused connections in a row, assuming that no restart takes longer.
module CachemarkDriver
  module Reference
    class Pool
      MOST = 10

      alias_method :lent, :lend

      def lend(&call)
        raise Errno::EHOSTDOWN, @server.to_s if @refused.to_i >= MOST
        answer = lent(&call)
        @refused = 0
        answer
      rescue Errno::ECONNREFUSED
        @refused = @refused.to_i + 1
        raise
      end
    end
  end
end
