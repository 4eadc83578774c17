# frozen_string_literal: true

# dalli: if an earlier release wrote a large value with raw: true, get with raw: true returns its compressed bytes.
# Usage: ruby dalli-raw-compressed.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a value differs from the
# written one.
require "dalli"
require "logger"
require "socket"
require "zlib"

Dalli.logger = Logger.new(File::NULL)
host, port = ARGV.first.split(":")
client = Dalli::Client.new(ARGV.first)
text = "the same again, " * 1000

# The request of dalli 3.0.0 to 3.2.14 for set("k1", text, 0, raw: true): the flag 2 says that the bytes are compressed.
bytes = Zlib::Deflate.deflate(text)
TCPSocket.open(host, port) do |socket|
  socket.write("set k1 2 0 #{bytes.bytesize}\r\n#{bytes}\r\n")
  socket.gets
end
client.set("k2", text, 0, raw: true)

wrong = { "k1" => "an earlier release", "k2" => "this release" }.reject do |key, writer|
  found = client.get(key, raw: true)
  said = found == text ? "as written" : "which is not what was written"
  puts "#{text.bytesize} bytes written by #{writer}: get(#{key}, raw: true) returned #{found.to_s.bytesize}, #{said}"
  found == text
end
exit(1) if wrong.any?
