# frozen_string_literal: true

# memcache-client: memcached replies twice to a set that it refuses, and the client reads only one reply. The next call
# returns the other.
# Usage: ruby memcache-client-refused-set.rb HOST:PORT KEY, with the gem, and a memcached there. KEY is long or nul. Ends
# with 1 if a wrong value was returned.
require "memcache"

memcached, name = ARGV
key = { "long" => "ü" * 126, "nul" => "a\0b" }.fetch(name)
client = MemCache.new(memcached, timeout: 2)
keys = %w[k2 k3 k4]
keys.each { |one| client.set(one, "value of #{one}", 0, true) }
begin
  client.set(key, "a value", 0, true)
  puts "the set was reported as done"
rescue MemCache::MemCacheError, ArgumentError => error
  puts "the set raised #{error.class}"
end

wrong = keys.reject do |one|
  value = client.get(one, true)
  puts "get(#{one}) returned #{value.inspect}"
  [nil, "value of #{one}"].include?(value)
rescue MemCache::MemCacheError => error
  puts "get(#{one}) raised #{error.class}"
  true
end
exit(wrong.empty? ? 0 : 1)
