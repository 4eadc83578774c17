# encoding: utf-8
module CachemarkDriver
  module Reference
    # Calls that are made of others, for whatever can read and write several keys.
    module Fetches
      # The value of a hit; else stores the block's value and returns it.
      def fetch(key, ttl, raw)
        value = get(key)
        return value unless value.nil?
        value = yield
        set(key, value, ttl, raw)
        value
      end

      # Hash of all keys: the values of those that are present, and the block's of those that are not, which it stores.
      def fetch_multi(keys, ttl, raw)
        found = get_multi(keys)
        absent = keys.reject { |key| found.key?(key) }
        return found if absent.empty?
        computed = Hash[absent.map { |key| [key, yield(key)] }]
        set_multi(computed, ttl, raw)
        found.merge!(computed)
      end
    end
  end
end
