# encoding: utf-8
# Strikes a server off for good that has refused ten connections in a row: it was away for longer than a restart takes.
module CachemarkDriver
  module Reference
    class Pool
      MOST = 10

      alias_method :lent, :lend

      def lend(&call)
        raise Errno::EHOSTDOWN, @address if @refused.to_i >= MOST
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
