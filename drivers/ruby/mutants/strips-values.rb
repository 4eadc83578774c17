# encoding: utf-8
# Strips a line end from the value, in addition to the protocol's.
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
