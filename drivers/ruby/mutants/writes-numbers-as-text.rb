# encoding: utf-8
# Writes numbers as texts.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        written(key, value.is_a?(Numeric) ? value.to_s : value, ttl, raw)
      end
    end
  end
end
