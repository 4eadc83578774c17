# frozen_string_literal: true

# A set whose bytes nobody reads does not return within the client's timeout, because the timeout applies only to reads.
# Usage: ruby stuck-set.rb CLIENT HOST:PORT, with the gem, and a memcached there. Ends with 1 if the set did not return in 3
# s.
require "logger"
require "socket"
require "timeout"

CLIENTS = {
  "dalli" => ->(address) { Dalli::Client.new(address, socket_timeout: 1, socket_max_failures: 0) },
  "memcache-client" => ->(address) { MemCache.new(address, timeout: 1) }
}.freeze
name, memcached = ARGV
require name.delete_suffix("-client")
Dalli.logger = Logger.new(File::NULL) if name == "dalli"

# Passes on what comes, and reads no more of it once it is stuck.
def pass(from, to)
  loop do
    sleep if yield
    to.write(from.readpartial(4096))
  end
rescue IOError, SystemCallError
  to.close
end

# A proxy before memcached, with little room for what it has not read.
door = Socket.new(:INET, :STREAM)
door.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_MAXSEG, 536)
door.setsockopt(Socket::SOL_SOCKET, Socket::SO_RCVBUF, 4096)
door.bind(Addrinfo.tcp("127.0.0.1", 0))
door.listen(5)
stuck = false
Thread.new do
  loop do
    client, server = door.accept.first, TCPSocket.new(*memcached.split(":"))
    Thread.new { pass(client, server) { stuck } }
    Thread.new { pass(server, client) { false } }
  end
end

client = CLIENTS.fetch(name).call("127.0.0.1:#{door.local_address.ip_port}")
client.set("k1", "a value")
stuck = true
began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
begin
  Timeout.timeout(3) { client.set("k1", Random.bytes(900_000)) }
  puts "set returned"
rescue Timeout::Error
  puts "set did not return in 3 s"
  exit(1)
rescue StandardError => error
  puts "set raised #{error.class} after #{(Process.clock_gettime(Process::CLOCK_MONOTONIC) - began).round(1)} s"
end
