# frozen_string_literal: true

# dalli limits a key in characters, memcached in bytes. A get_multi with a key that is too long for memcached never returns.
# Usage: ruby dalli-long-key.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if get_multi did not return in 2
# s.
require "dalli"
require "logger"
require "timeout"

Dalli.logger = Logger.new(File::NULL)
client = Dalli::Client.new(ARGV.first, socket_timeout: 0.2)
client.set("k1", "value of k1")
long = "ü" * 126
puts "a key of #{long.size} characters, #{long.bytesize} bytes"
begin
  found = Timeout.timeout(2) { client.get_multi("k1", long) }
  puts "get_multi returned #{found.inspect}"
rescue Timeout::Error
  puts "get_multi did not return in 2 s"
  exit(1)
rescue Dalli::DalliError, ArgumentError => error
  puts "get_multi raised #{error.class}: #{error.message}"
end
