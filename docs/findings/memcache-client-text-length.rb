# frozen_string_literal: true

# memcache-client: a raw text is sent with its length in characters, where memcached needs bytes.
# Usage: ruby memcache-client-text-length.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a wrong value was
# returned.
require "memcache"

client = MemCache.new(ARGV.first, timeout: 2)
%w[k1 k2].each { |key| client.set(key, "value of #{key}", 0, true) }
begin
  client.set("k1", "süß und saftig", 0, true)
  puts "set(k1) was reported as done"
rescue MemCache::MemCacheError => error
  puts "set(k1) raised #{error.class}"
end

wrong = %w[k1 k2].reject do |key|
  value = client.get(key, true)
  puts "get(#{key}) returned #{value.inspect}"
  [nil, "value of #{key}", "süß und saftig".b].include?(value&.b)
rescue MemCache::MemCacheError => error
  puts "get(#{key}) raised #{error.class}"
end
exit(wrong.empty? ? 0 : 1)
