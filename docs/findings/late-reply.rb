# frozen_string_literal: true

# A call that is ended from outside leaves its reply in the connection, and the next call returns that reply.
# Usage: ruby late-reply.rb CLIENT HOST:PORT [CALL [BYTES | then NEXT]], with the gem, and a memcached there. CALL is get,
# multi, set, incr or delete. The first BYTES (0) of its reply arrive in time. The calls after it are gets, or NEXT, which is
# set, incr or delete. Ends with 1 if a wrong value was returned.
require "socket"
require "timeout"

CLIENTS = {
  "dalli" => ->(address) { Dalli::Client.new(address, socket_timeout: 2) },
  "memcache-client" => ->(address) { MemCache.new(address, timeout: 2) }
}.freeze
CALLS = {
  "get" => ->(client) { client.get("k1", RAW) },
  "multi" => ->(client) { client.get_multi("k1", "k5") },
  "set" => ->(client) { client.set("k1", "value of k1", 0, RAW) },
  "incr" => ->(client) { client.incr("counter") },
  "delete" => ->(client) { client.delete("absent") }
}.freeze
# {name => [a key, a call on it, whether its reply is right, with the value of memcached under the key]}; memcached refuses
# a set of 1 MB.
NEXT = {
  "set" => ["k2", ->(client) { client.set("k2", "x" * 1_048_576, 0, RAW) }, ->(returned, held) { held || returned.is_a?(Class) }],
  "incr" => ["others", ->(client) { client.incr("others") }, ->(returned, held) { returned == held.to_i }],
  "delete" => ["k2", ->(client) { client.delete("k2") }, ->(returned, _) { [true, "DELETED\r\n"].include?(returned) }]
}.freeze
name, memcached, call, early, following = ARGV
call ||= "get"
# As it is, and not marshalled.
RAW = name == "dalli" ? { raw: true } : true
require name.delete_suffix("-client")

# Passes on what comes, as the block has it.
def pass(from, to)
  loop { to.write(yield(from.readpartial(4096))) }
rescue IOError, SystemCallError
  to.close
end

# A proxy before memcached: while there is a `hold`, what that says waits for its end, but for the first bytes.
door = TCPServer.new("127.0.0.1", 0)
hold = nil
Thread.new do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { pass(client, server) { |bytes| bytes } }
    Thread.new do
      pass(server, client) do |bytes|
        held = hold or next bytes
        client.write(bytes.slice!(0, early.to_i))
        held.pop
        bytes
      end
    end
  end
end

client = CLIENTS.fetch(name).call("127.0.0.1:#{door.addr[1]}")
keys = %w[k2 k3 k4 k5 k1]
keys.each { |key| client.set(key, "value of #{key}", 0, RAW) }
client.set("counter", "4", 0, RAW)
client.set("others", "40", 0, RAW)
hold = Queue.new
begin
  Timeout.timeout(0.1) { CALLS.fetch(call).call(client) }
rescue Timeout::Error
  puts "#{call} was ended from outside"
end
late, hold = hold, nil
late.close

if following
  key, act, right = NEXT.fetch(following)
  returned = begin
    act.call(client)
  rescue StandardError => error
    error.class
  end
  sleep 0.2 # as the reply may be older than the result of the call in memcached
  held = CLIENTS.fetch(name).call(memcached).get(key, RAW)
  puts "#{following}(#{key}) returned #{returned.inspect}, and memcached has #{held.inspect[0, 40]} there"
  exit(right.call(returned, held) ? 0 : 1)
end

wrong = keys.first(3).reject do |key|
  value = client.get(key, RAW)
  puts "get(#{key}) returned #{value.inspect}"
  [nil, "value of #{key}"].include?(value)
rescue StandardError => error
  puts "get(#{key}) raised #{error.class}"
  true
end
exit(wrong.empty? ? 0 : 1)
