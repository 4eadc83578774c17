# frozen_string_literal: true

# dalli up to 2.0.0: a get_multi with a key that it refuses raises, and does not read the replies to its earlier requests.
# The next call returns one of them.
# Usage: ruby dalli-bad-key-in-multi.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a wrong value was
# returned.
require "dalli"
require "logger"

Dalli.logger = Logger.new(File::NULL)
client = Dalli::Client.new(ARGV.first, socket_timeout: 2)
keys = %w[k2 k3 k1]
keys.each { |key| client.set(key, "value of #{key}", 0, raw: true) }
begin
  puts "get_multi returned #{client.get_multi("k1", "a key with blanks").inspect}"
rescue StandardError => error
  puts "get_multi raised #{error.class}"
end

wrong = keys.first(2).reject do |key|
  value = client.get(key, raw: true)
  puts "get(#{key}) returned #{value.inspect}"
  [nil, "value of #{key}"].include?(value)
rescue Dalli::DalliError => error
  puts "get(#{key}) raised #{error.class}"
  true
end
exit(wrong.empty? ? 0 : 1)
