# frozen_string_literal: true

# A call that is ended from outside leaves its reply in the connection, and the next call takes that for its own.
# ruby late-reply.rb CLIENT HOST:PORT, with the gem, and a memcached there. Ends with 1 where a wrong value was returned.
require "socket"
require "timeout"

CLIENTS = {
  "dalli" => ->(address) { Dalli::Client.new(address, socket_timeout: 2) },
  "memcache-client" => ->(address) { MemCache.new(address, timeout: 2) }
}.freeze
name, memcached = ARGV
require name.delete_suffix("-client")

# Passes on what comes, as the block has it.
def pass(from, to)
  loop { to.write(yield(from.readpartial(4096))) }
rescue IOError, SystemCallError
  to.close
end

# A relay before memcached: what that says to a request with "k1" in it comes 0.3 s late.
door = TCPServer.new("127.0.0.1", 0)
Thread.new do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    late = false
    Thread.new { pass(client, server) { |bytes| bytes.tap { late = bytes.include?("k1") } } }
    Thread.new { pass(server, client) { |bytes| bytes.tap { sleep(0.3) if late } } }
  end
end

client = CLIENTS.fetch(name).call("127.0.0.1:#{door.addr[1]}")
keys = %w[k2 k3 k4 k1]
keys.each { |key| client.set(key, "value of #{key}") }
begin
  Timeout.timeout(0.1) { client.get("k1") }
rescue Timeout::Error
  puts "get(k1) was ended from outside"
end

wrong = keys.first(3).reject do |key|
  value = client.get(key)
  puts "get(#{key}) returned #{value.inspect}"
  value == "value of #{key}"
end
exit(wrong.empty? ? 0 : 1)
