# frozen_string_literal: true

# dalli to 1.1.5: a call to a memcached that does not answer never returns, whatever socket_timeout says.
# Usage: ruby dalli-silent-server.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a get did not return in 2
# s.
require "dalli"
require "logger"
require "socket"
require "timeout"

Dalli.logger = Logger.new(File::NULL)
memcached = ARGV.first

# Passes on what comes, as long as the block does not wait.
def pass(from, to)
  loop do
    bytes = from.readpartial(4096)
    yield
    to.write(bytes)
  end
rescue IOError, SystemCallError
  to.close
end

# A proxy before memcached, which keeps the answers back once it is silent.
door = TCPServer.new("127.0.0.1", 0)
silent = false
Thread.new do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { pass(client, server) { nil } }
    Thread.new { pass(server, client) { sleep if silent } }
  end
end

client = Dalli::Client.new("127.0.0.1:#{door.addr[1]}", socket_timeout: 0.5)
client.set("k1", "value of k1")
silent = true
begin
  found = Timeout.timeout(2) { client.get("k1") }
  puts "get returned #{found.inspect}"
rescue Timeout::Error
  puts "get did not return in 2 s"
  exit(1)
rescue Dalli::DalliError => error
  puts "get raised #{error.class}"
end
