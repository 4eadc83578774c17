# encoding: utf-8
# Writes keys in ASCII, with one replacement for every other character.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :whole, :check

      def check(key)
        key = key.encode("US-ASCII", :invalid => :replace, :undef => :replace) if key.is_a?(String) && !key.ascii_only?
        whole(key)
      end
    end
  end
end
