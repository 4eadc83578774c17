# encoding: utf-8
# Ends a key at a NUL, as C does.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :whole, :check

      def check(key)
        whole(key.is_a?(String) && key.index("\0".force_encoding(key.encoding)) ? key[/\A[^\0]*/] : key)
      end
    end
  end
end
