# frozen_string_literal: true

# dalli before 3.1: if the reply to one key of a get_multi is an error, dalli takes it for the end of all replies. The next
# call returns one of the remaining replies.
# Usage: ruby dalli-error-in-multi.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a wrong value was
# returned.
require "dalli"
require "logger"
require "socket"

Dalli.logger = Logger.new(File::NULL)
memcached = ARGV.first
QUIET_GET = "\x80\x0D".b
# "Temporary failure", status 0x86, in reply to one of them.
ERROR = ["810d00000000008600000000000000000000000000000000"].pack("H*")

# Passes on what comes, as the block has it.
def pass(from, to)
  loop { to.write(yield(from.readpartial(4096))) }
rescue IOError, SystemCallError
  to.close
end

# A proxy before memcached: the first of several keys is answered by an error; the other replies wait until get_multi is over.
door = TCPServer.new("127.0.0.1", 0)
over = Queue.new
Thread.new do
  loop do
    client, server = door.accept, TCPSocket.new(*memcached.split(":"))
    refused = false
    Thread.new do
      pass(client, server) do |bytes|
        next bytes if refused || !bytes.start_with?(QUIET_GET)

        refused = true
        client.write(ERROR)
        bytes.byteslice(26..)
      end
    end
    Thread.new { pass(server, client) { |bytes| bytes.tap { over.pop if refused } } }
  end
end

client = Dalli::Client.new("127.0.0.1:#{door.addr[1]}", socket_timeout: 1)
keys = %w[k1 k2 k3]
keys.each { |key| client.set(key, "value of #{key}") }
found = begin
  client.get_multi("k1", "k2")
rescue Dalli::DalliError => error
  error.class
end
over.close
puts "get_multi(k1, k2) returned #{found.inspect}"

wrong = keys.reject do |key|
  value = client.get(key)
  puts "get(#{key}) returned #{value.inspect}"
  value == "value of #{key}"
rescue StandardError => error
  puts "get(#{key}) raised #{error.class}"
end
exit(wrong.empty? ? 0 : 1)
