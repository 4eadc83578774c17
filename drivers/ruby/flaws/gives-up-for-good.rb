# encoding: utf-8
# Does not come back to a server that could not be reached once.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lent, :lend

      def lend(&call)
        raise IOError, "the server is marked as down" if @down
        lent(&call)
      rescue SystemCallError, IOError
        @down = true
        raise
      end
    end
  end
end
