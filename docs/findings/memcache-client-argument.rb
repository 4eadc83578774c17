# frozen_string_literal: true

# memcache-client: a lifetime or an amount that is a text is sent as it is, and memcached reads the lines in it as requests.
# Usage: ruby memcache-client-argument.rb HOST:PORT CALL, with the gem, and a memcached there. CALL is set or incr. Ends with
# 1 if a wrong value was returned.
require "memcache"

memcached, call = ARGV
client = MemCache.new(memcached, timeout: 2)
keys = %w[k2 k3 k4]
keys.each { |key| client.set(key, "value of #{key}", 0, true) }
client.set("counter", "4", 0, true)
CALLS = {
  "set" => -> { client.set("k1", "v", "0 1\r\nv\r\nset k2 0 0 8\r\ninjected\r\nget k1", true) },
  "incr" => -> { client.incr("counter", "1\r\nget k2") }
}.freeze
begin
  puts "#{call} returned #{CALLS.fetch(call).call.inspect}"
rescue MemCache::MemCacheError, ArgumentError => error
  puts "#{call} raised #{error.class}"
end

wrong = %w[k3 k4 k2].reject do |key|
  value = client.get(key, true)
  puts "get(#{key}) returned #{value.inspect}"
  [nil, "value of #{key}"].include?(value)
rescue MemCache::MemCacheError => error
  puts "get(#{key}) raised #{error.class}"
  true
end
exit(wrong.empty? ? 0 : 1)
