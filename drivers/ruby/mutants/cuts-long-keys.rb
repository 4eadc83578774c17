# encoding: utf-8
# Truncates a key that is too long, so that two keys become one.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :whole, :check

      def check(key)
        whole(key.bytesize > 249 ? key.byteslice(0, 249) : key)
      end
    end
  end
end
