# encoding: utf-8
# Tells a miss where a value of no bytes was stored.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        value = found(key)
        value == "" ? nil : value
      end
    end
  end
end
