# frozen_string_literal: true

# memcache-client 1.8.5: an incr that is answered by anything but a number returns 0.
# Usage: ruby memcache-client-incr-garbage.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a number came
# that the counter never was.
require "memcache"
require "socket"

memcached = ARGV.first

# A proxy before memcached, which gives incr the answer that a proxy gives to what it does not know.
door = TCPServer.new("127.0.0.1", 0)
Thread.new do
  loop do
    near, far = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { loop { near.write(far.readpartial(4096)) } }
    Thread.new do
      loop do
        bytes = near.readpartial(4096)
        bytes.start_with?("incr") ? near.write("HTTP/1.1 400 Bad Request\r\n") : far.write(bytes)
      end
    end
  end
end
Thread.report_on_exception = false

client = MemCache.new("127.0.0.1:#{door.addr[1]}", timeout: 2)
client.set("counter", "10", 0, true)
number = begin
  client.incr("counter")
rescue MemCache::MemCacheError => error
  error
end
puts "incr of 10 returned #{number.inspect}"
puts "the counter is #{client.get("counter", true)}"
exit(number.is_a?(Integer) ? 1 : 0)
