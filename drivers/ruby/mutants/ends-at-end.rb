# encoding: utf-8
# Takes an END line inside a value for the end of the reply.
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
