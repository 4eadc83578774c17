# frozen_string_literal: true

# dalli before 3.0: it takes an application's own exception, raised into a call from outside, for a failure of the server. It
# then ignores the server for 30 s.
# Usage: ruby dalli-foreign-exception.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if the exception was
# swallowed.
require "dalli"
require "logger"
require "socket"
require "timeout"

Dalli.logger = Logger.new(File::NULL)
memcached = ARGV.first
TooSlow = Class.new(StandardError)

# Passes on what comes, as the block has it.
def pass(from, to)
  loop { to.write(yield(from.readpartial(4096))) }
rescue IOError, SystemCallError
  to.close
end

# A proxy before memcached: while there is a `hold`, what that says waits for its end.
door = TCPServer.new("127.0.0.1", 0)
hold = nil
Thread.new do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { pass(client, server) { |bytes| bytes } }
    Thread.new { pass(server, client) { |bytes| bytes.tap { hold&.pop } } }
  end
end

client = Dalli::Client.new("127.0.0.1:#{door.addr[1]}", socket_timeout: 2)
client.set("k2", "value of k2")
hold = Queue.new
came = begin
  Timeout.timeout(0.1, TooSlow) { client.get("k1") }
rescue StandardError => error
  error
end
late, hold = hold, nil
late.close
puts "TooSlow came out of the call as #{came.class}"

answer = begin
  client.get("k2").inspect
rescue Dalli::DalliError => error
  "#{error.class}: #{error.message}"
end
puts "get(k2): #{answer}"
exit(came.is_a?(TooSlow) ? 0 : 1)
