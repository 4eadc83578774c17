# encoding: utf-8
# Has one key for all that are no texts.
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
