# frozen_string_literal: true

# ActiveSupport's MemCacheStore: a release before 7.0 takes what the format 7.0 holds for a text.
# Usage: ruby mem-cache-store-format.rb HOST:PORT, with the gems activesupport and dalli, and a memcached there. Ends with 1
# if a read returns what nobody has written.
require "logger"
require "socket"
require "active_support"
require "active_support/cache"
require "active_support/cache/mem_cache_store"

Dalli.logger = Logger.new(File::NULL)
host, port = ARGV.first.split(":")
value = { "user" => 7 }

# The request of MemCacheStore 7.2 for write("k1", value): a byte that says "not compressed", and the entry after Marshal. That
# is a text which dalli marshals, as the flag 1 says.
bytes = Marshal.dump("\0".b + Marshal.dump([value]))
TCPSocket.open(host, port) do |socket|
  socket.write("set k1 1 0 #{bytes.bytesize}\r\n#{bytes}\r\n")
  socket.gets
end

found = ActiveSupport::Cache::MemCacheStore.new(ARGV.first).read("k1")
puts "written as #{value.inspect}: read(k1) returned #{found.inspect}"
exit(1) unless [value, nil].include?(found)
