# encoding: utf-8
# Reads a short value up to the end of its line, whatever its length.
module CachemarkDriver
  module Reference
    class Client
      SHORT_BYTES = 200

      alias_method :found, :get

      def get(key)
        value = found(key)
        stop = value.b.index("\r\n") if value.is_a?(String) && value.bytesize < SHORT_BYTES
        stop ? value.byteslice(0, stop) : value
      end
    end
  end
end
