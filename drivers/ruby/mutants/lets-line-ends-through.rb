# encoding: utf-8
# Sends a key with line ends unchanged: the part after one becomes a separate command.
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
