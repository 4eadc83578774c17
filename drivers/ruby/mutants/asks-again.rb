# encoding: utf-8
# Repeats a call whose reply was lost, whatever the call is.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lent, :lend

      def lend(&call)
        lent(&call)
      rescue IOError, SystemCallError
        lent(&call)
      end
    end
  end
end
