# frozen_string_literal: true

# MemcachedStore in a web request of Rails: a fetch_multi of keys that are in the local cache raises.
# Usage: ruby memcached-store-local-cache.rb HOST:PORT, with the gems memcached_store and activesupport, and a memcached there.
# Ends with 1 if the call raises.
require "active_support"
require "active_support/cache"
require "memcached_store"
require "active_support/cache/memcached_store"

store = ActiveSupport::Cache::MemcachedStore.new(ARGV.first)

store.with_local_cache do
  %w[first second].each do |turn|
    found = store.fetch_multi("k1") { |key| "value of #{key}" }
    puts "#{turn} fetch_multi(k1) returned #{found.inspect}"
  rescue ArgumentError => error
    puts "#{turn} fetch_multi(k1) raised #{error.class}: #{error.message}"
    exit(1)
  end
end
