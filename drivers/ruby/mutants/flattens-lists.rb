# encoding: utf-8
# Stores a nested list as a flat one, and only the first level of a map.
module CachemarkDriver
  module Reference
    class Client
      alias_method :written, :set

      def set(key, value, ttl, raw)
        value = value.flatten if value.is_a?(Array)
        value = Hash[value.map { |name, one| [name, one.is_a?(Hash) ? one.keys.size : one] }] if value.is_a?(Hash)
        written(key, value, ttl, raw)
      end
    end
  end
end
