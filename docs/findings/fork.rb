# frozen_string_literal: true

# Processes that were forked with an open client share its connection, and read each other's replies.
# Usage: ruby fork.rb CLIENT HOST:PORT, with the gem, and a memcached there. Ends with 1 if a wrong value was returned.
require "socket"

CLIENTS = {
  "dalli" => ->(address) { Dalli::Client.new(address, socket_timeout: 2) },
  "memcache-client" => ->(address) { MemCache.new(address, timeout: 2) },
  "memcached" => ->(address) { Memcached.new(address, timeout: 2) },
  "memcached_rails" => ->(address) { Memcached::Rails.new(address, timeout: 2) }
}.freeze
name, memcached = ARGV
require name[/\A(dalli|memcached?)/]

# Passes on what comes, as the block has it.
def pass(from, to)
  loop { to.write(yield(from.readpartial(4096))) }
rescue IOError, SystemCallError
  to.close
end

# A proxy before memcached: the reply to a request with "child" in it waits for the next request. A separate process, as a
# client in C may let no other thread run.
door = TCPServer.new("127.0.0.1", 0)
asked, ask = IO.pipe
proxy = fork do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    hold = nil
    Thread.new do
      pass(client, server) do |bytes|
        hold&.close
        hold = bytes.include?("child") ? Queue.new : nil
        ask.write(".") if hold
        bytes
      end
    end
    Thread.new { pass(server, client) { |bytes| bytes.tap { hold&.pop } } }
  end
end

writer = CLIENTS.fetch(name).call(memcached)
%w[child parent].each { |key| writer.set(key, "value of #{key}") }
client = CLIENTS.fetch(name).call("127.0.0.1:#{door.addr[1]}")
client.get("parent")

# A worker that a preforking server kills because it takes too long.
worker = fork { client.get("child") }
asked.read(1)
Process.kill("KILL", worker)
Process.wait(worker)

value = client.get("parent")
Process.kill("KILL", proxy)
puts "get(parent) returned #{value.inspect}"
exit(value == "value of parent" ? 0 : 1)
