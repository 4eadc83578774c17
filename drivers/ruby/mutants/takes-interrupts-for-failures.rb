# encoding: utf-8
# Takes any foreign exception in a call for a failure of the connection, and repeats the call on another: the exception is
# lost.
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
