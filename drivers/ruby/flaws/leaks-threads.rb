# encoding: utf-8
# Starts a thread at every error, to look after the server, and never ends it.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lent, :lend

      def lend(&call)
        lent(&call)
      rescue Exception
        (@watching ||= []) << Thread.new { sleep }
        raise
      end
    end
  end
end
