# encoding: utf-8
# Reports an empty text or an empty list as a miss.
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
