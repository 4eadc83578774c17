# encoding: utf-8
# Sends a key with blanks unchanged: the part after a blank becomes an argument of the command.
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
