# frozen_string_literal: true

# dalli: an incr whose reply is lost is sent again, though memcached has applied it.
# Usage: ruby dalli-repeated-incr.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if one call counted twice.
require "dalli"
require "logger"
require "socket"

Dalli.logger = Logger.new(File::NULL)
memcached = ARGV.first

# Passes on what comes, as the block has it; ends the connection where that answers nil.
def pass(from, to)
  while (bytes = yield(from.readpartial(4096)))
    to.write(bytes)
  end
rescue IOError, SystemCallError
  nil
ensure
  [from, to].each(&:close)
end

# A proxy before memcached: in place of its first reply about the counter the connection ends.
door = TCPServer.new("127.0.0.1", 0)
lose = false
Thread.new do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { pass(client, server) { |bytes| bytes } }
    Thread.new { pass(server, client) { |bytes| lose ? (lose = false) : bytes } }
  end
end

client = Dalli::Client.new("127.0.0.1:#{door.addr[1]}")
client.set("counter", "10", 0, raw: true)
lose = true
ended = begin
  "returned #{client.incr("counter", 1).inspect}"
rescue Dalli::DalliError => error
  "raised #{error.class}"
end
held = client.get("counter", raw: true).to_i
puts "incr(counter, 1) of 10 #{ended}, and the counter is #{held}"
exit(held == 11 ? 0 : 1)
