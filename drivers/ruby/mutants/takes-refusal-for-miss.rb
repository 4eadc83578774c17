# encoding: utf-8
# Takes it for a miss when nobody listens at the server's address.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        found(key)
      rescue Errno::ECONNREFUSED
        nil
      end
    end
  end
end
