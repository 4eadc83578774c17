# encoding: utf-8
# Answers a call for many with nothing where one of the keys is one that cannot be.
module CachemarkDriver
  module Reference
    class Client
      alias_method :collected, :get_multi

      def get_multi(keys)
        collected(keys)
      rescue BadKey
        {}
      end
    end
  end
end
