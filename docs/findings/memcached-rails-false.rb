# frozen_string_literal: true

# Memcached::Rails: a get that fails returns false, as if that were the value. fetch returns false, too, instead of the
# result of its block.
# Usage: ruby memcached-rails-false.rb HOST:PORT WHAT, with the gem memcached, and a memcached there. WHAT is key (memcached
# is there, the key is too long), down, error or silence. Ends with 1 if false was returned.
require "memcached"
require "socket"

memcached, what = ARGV
key = what == "key" ? "k" * 251 : "k1"
door = TCPServer.new("127.0.0.1", 0)
address = what == "key" ? memcached : "127.0.0.1:#{door.addr[1]}"
# In place of memcached. A separate process, as a client in C may let no other thread run.
instead = fork do
  loop do
    client = door.accept
    Thread.new { client.write("SERVER_ERROR busy\r\n") while client.gets && what == "error" } unless what == "silence"
  end
end
door.close
if what == "down"
  Process.kill("KILL", instead)
  Process.wait(instead)
end

got = Memcached::Rails.new(address, timeout: 0.2).get(key)
puts "get returned #{got.inspect}"
fetched = Memcached::Rails.new(address, timeout: 0.2).fetch(key) { "made by the block" }
puts "fetch returned #{fetched.inspect}"
Process.kill("KILL", instead) unless what == "down"
exit([got, fetched].include?(false) ? 1 : 0)
