# encoding: utf-8
# Decodes the values of several keys by their flags, although the call asked for bytes.
module CachemarkDriver
  module Reference
    class Client
      def bytes_of_many(keys) get_multi(keys) end
    end
  end
end
