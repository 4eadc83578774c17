# encoding: utf-8
# Uses only the part of a key before its first blank.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :whole, :check

      def check(key)
        whole(key.is_a?(String) && key.ascii_only? ? key[/\A[^ ]+/] || key : key)
      end
    end
  end
end
