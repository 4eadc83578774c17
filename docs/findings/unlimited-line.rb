# frozen_string_literal: true

# A client has no limit for a line of a reply: it keeps all bytes that come, until the line ends or the memory does.
# Usage: ruby unlimited-line.rb CLIENT HOST:PORT, with the gem, and a memcached there. Ends with 1 if the client took 32 MB
# of one line.
require "logger"
require "socket"

CLIENTS = {
  "dalli" => ->(address) { Dalli::Client.new(address, protocol: :meta, socket_timeout: 2) },
  "memcache-client" => ->(address) { MemCache.new(address, timeout: 30) }
}.freeze
PIECE = "x" * (1024 * 1024)
PIECES = 32
name, memcached = ARGV
require name.delete_suffix("-client")
Dalli.logger = Logger.new(File::NULL) if name == "dalli"

# A proxy before memcached, which answers the first get with a line that does not end.
door = TCPServer.new("127.0.0.1", 0)
taken = nil
Thread.new do
  loop do
    near, far = door.accept, TCPSocket.new(*memcached.split(":"))
    Thread.new { loop { near.write(far.readpartial(4096)) } }
    Thread.new do
      loop do
        bytes = near.readpartial(4096)
        next far.write(bytes) if taken || !bytes.match?(/^(get|mg) k1/)

        taken = 0
        PIECES.times { near.write(PIECE) && taken += 1 }
        near.close
      end
    end
  end
end
Thread.report_on_exception = false

client = CLIENTS.fetch(name).call("127.0.0.1:#{door.addr[1]}")
client.set("k1", "value of k1")
begin
  client.get("k1")
rescue StandardError => error
  puts "get raised #{error.class}"
end
puts taken == PIECES ? "get took all #{PIECES} MB of one line" : "get took only the beginning of one line"
exit(taken == PIECES ? 1 : 0)
