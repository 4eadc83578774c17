# encoding: utf-8
# Sends a key with line ends as it is: what stands behind one is a command of its own.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :whole, :check

      def check(key)
        key.is_a?(String) && key.include?("\n") ? key : whole(key)
      end
    end
  end
end
