# encoding: utf-8
# Reports a stored false as a miss.
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
