# encoding: utf-8
# Takes the line end off the value, with that of the protocol.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        value = found(key)
        value.is_a?(String) ? value.chomp : value
      end
    end
  end
end
