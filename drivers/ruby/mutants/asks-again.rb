# encoding: utf-8
# Makes a call again when its reply is lost, whatever the call is.
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
