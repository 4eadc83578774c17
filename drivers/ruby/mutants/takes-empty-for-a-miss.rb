# encoding: utf-8
# Tells a miss where a text of no bytes or a list of nothing was stored.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        value = found(key)
        value.respond_to?(:empty?) && value.empty? ? nil : value
      end
    end
  end
end
