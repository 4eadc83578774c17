# encoding: utf-8
# Returns a text of a few digits as a number.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        value = found(key)
        value.is_a?(String) && value =~ /\A\d{1,18}\z/ ? value.to_i : value
      end
    end
  end
end
