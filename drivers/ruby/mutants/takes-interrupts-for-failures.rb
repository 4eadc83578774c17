# encoding: utf-8
# Takes whatever is raised in a call, and is none of its own errors, for a failure of the connection, and makes the call again
# on another: who raised it never hears of it.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lend_once, :lend

      def lend(&block)
        lend_once(&block)
      rescue IOError, SystemCallError, ArgumentError
        raise
      rescue StandardError
        lend_once(&block)
      end
    end
  end
end
