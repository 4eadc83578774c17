# encoding: utf-8
# Decodes the values of several keys by their flags, although the call asked for bytes.
module CachemarkDriver
  module Reference
    class Client
      alias_method :undecoded, :bytes

      def bytes(keys) keys.size > 1 ? get_multi(keys) : undecoded(keys) end
    end
  end
end
