# frozen_string_literal: true

# memcache-client: a value whose length is negative is read as if it had another length, and its end stays in the connection.
# Usage: ruby memcache-client-negative-length.rb HOST:PORT CALL, with the gem, and a memcached there. CALL is get or multi, the
# call that reads k1. Ends with 1 if a wrong value was returned.
require "memcache"
require "socket"

memcached, call = ARGV
# A proxy before memcached, which declares -1 bytes for the value of k1.
door = TCPServer.new("127.0.0.1", 0)
Thread.new do
  loop do
    near, far = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { loop { near.write(far.readpartial(4096).sub(/^VALUE k1 \d+ \K\d+/, "-1")) } }
    Thread.new { loop { far.write(near.readpartial(4096)) } }
  end
end
Thread.report_on_exception = false

client = MemCache.new("127.0.0.1:#{door.addr[1]}", timeout: 2)
keys = %w[k1 k2 k3 k4]
keys.each { |key| client.set(key, "value of #{key}", 0, true) }
wrong = keys.reject do |key|
  multi = call == "multi" && key == "k1"
  value = multi ? client.get_multi(key, raw: true)[key] : client.get(key, true)
  puts "get(#{key}) returned #{value.inspect}"
  [nil, "value of #{key}"].include?(value)
rescue StandardError => error
  puts "#{multi ? "get_multi" : "get"}(#{key}) raised #{error.class}"
  !multi
end
exit(wrong.empty? ? 0 : 1)
