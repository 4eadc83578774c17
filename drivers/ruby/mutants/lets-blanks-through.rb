# encoding: utf-8
# Sends a key with blanks as it is: what stands behind one is an argument of the command.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :whole, :check

      def check(key)
        key.is_a?(String) && key =~ /\A[\x21-\x7e]+( [\x21-\x7e]+)+\z/ ? key : whole(key)
      end
    end
  end
end
