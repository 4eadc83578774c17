# encoding: utf-8
# Takes for the end of a reply what looks like it in the middle of a value.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        value = found(key)
        stop = value.b.index("END\r\n") if value.is_a?(String)
        stop ? value.byteslice(0, stop) : value
      end
    end
  end
end
