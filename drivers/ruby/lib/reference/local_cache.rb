# encoding: utf-8
module CachemarkDriver
  module Reference
    # The local cache of one request of a Rails application: a Hash in front of the client, thrown
    # away at the end. A miss is kept too; every change goes through. It has the calls of stores.
    class LocalCache
      include Fetches

      def initialize(client)
        @client = client
        @kept = {}
      end

      def get(key)
        @kept.fetch(key) { @kept[key] = @client.get(key) }
      end

      def get_multi(keys)
        asked = keys.reject { |key| @kept.key?(key) }
        found = asked.empty? ? {} : @client.get_multi(asked)
        asked.each { |key| @kept[key] = found[key] }
        keys.each { |key| found[key] = @kept[key] unless @kept[key].nil? }
        found
      end

      def set_multi(pairs, ttl, raw)
        @client.set_multi(pairs, ttl, raw)
        @kept.update(pairs)
        true
      end

      def delete_multi(keys)
        keys.each { |key| @kept[key] = nil }
        @client.delete_multi(keys)
      end

      def set(key, value, ttl, raw)
        @client.set(key, value, ttl, raw)
        @kept[key] = value
        true
      end

      def add(key, value, ttl, raw)
        @kept.delete(key)
        @client.add(key, value, ttl, raw)
      end

      def delete(key)
        @kept[key] = nil
        @client.delete(key)
      end

      def incr(key, by, initial, ttl)
        @kept.delete(key)
        @client.incr(key, by, initial, ttl)
      end

      def decr(key, by, initial, ttl)
        @kept.delete(key)
        @client.decr(key, by, initial, ttl)
      end
    end
  end
end
