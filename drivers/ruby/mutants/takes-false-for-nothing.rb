# encoding: utf-8
# Tells a miss where false was stored.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        found(key) || nil
      end
    end
  end
end
