# frozen_string_literal: true

# set_multi is silent if memcached refuses a value; set raises. Here, the client allows longer values than memcached, which
# takes 1 MB.
# Usage: ruby dalli-refused-in-set-multi.rb HOST:PORT, with the gem, and a memcached with its default limit there. Ends with 1
# if set_multi was silent.
require "dalli"
require "logger"

Dalli.logger = Logger.new(File::NULL)
client = Dalli::Client.new(ARGV.first, value_max_bytes: 2 * 1_048_576)
long = Random.new(1).bytes(1_100_000)
client.set("k1", "value of k1")
begin
  client.set("k1", long)
  puts "set did not raise"
rescue Dalli::DalliError => error
  puts "set raised #{error.class}"
end
begin
  client.set("k1", "value of k1")
  client.set_multi({ "k1" => long, "k2" => "value of k2" })
  puts "set_multi did not raise"
  puts "get(k1) returned #{client.get("k1").inspect}"
  exit(1)
rescue Dalli::DalliError => error
  puts "set_multi raised #{error.class}"
end
