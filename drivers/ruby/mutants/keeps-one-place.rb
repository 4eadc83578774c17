# encoding: utf-8
# Uses one key for all keys that are not texts.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :text, :check

      def check(key)
        text(key.is_a?(String) ? key : "None")
      end
    end
  end
end
