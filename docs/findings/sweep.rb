# frozen_string_literal: true

# Raises an exception at each line of the library in turn, while it makes a call on k1. After some of them, a later call
# returns another key's value.
# Usage: ruby sweep.rb CLIENT HOST:PORT [CALL], with the gem, and a memcached there. CALL is get, multi, set, incr or delete.
# Ends with 1 if a wrong value was returned.
require "logger"

CLIENTS = {
  "dalli" => ->(address) { Dalli::Client.new(address, socket_timeout: 0.5) },
  "memcache-client" => ->(address) { MemCache.new(address, timeout: 0.5) }
}.freeze
CALLS = {
  "get" => ->(client) { client.get("k1", RAW) },
  "multi" => ->(client) { client.get_multi("k1", "k5") },
  "set" => ->(client) { client.set("k1", "value of k1", 0, RAW) },
  "incr" => ->(client) { client.incr("counter") },
  "delete" => ->(client) { client.delete("absent") }
}.freeze
KEYS = %w[k2 k3 k4 k5 k1].freeze
name, memcached, call = ARGV
CALL = CALLS.fetch(call || "get")
# As it is, and not marshalled.
RAW = name == "dalli" ? { raw: true } : true
main = name == "dalli" ? "dalli" : "memcache"
require main
LIBRARY = File.dirname($LOADED_FEATURES.grep(%r{/#{main}\.rb\z}).first)
Dalli.logger = Logger.new(File::NULL) if name == "dalli"
# As Timeout.timeout and Thread#kill end a call: no rescue of StandardError sees it.
TooSlow = Class.new(Exception) # rubocop:disable Lint/InheritException

# The line, "file:line", at which the exception came, nil where the call was over before it ran so many.
def strike(client, number)
  place = nil
  trace = TracePoint.new(:line) do |event|
    next unless event.path.start_with?(LIBRARY) && (number -= 1).zero?

    place = "#{File.basename(event.path)}:#{event.lineno}"
    raise TooSlow
  end
  trace.enable { CALL.call(client) }
  place
rescue TooSlow, StandardError # which the library makes of it
  place
end

# The first wrong reply to a get of another key: "get(k2) returned ...".
def wrong(client)
  KEYS.first(3).each do |key|
    value = client.get(key, RAW)
    return "get(#{key}) returned #{value.inspect}" unless [nil, "value of #{key}"].include?(value)
  rescue StandardError
    nil
  end
  nil
end

lines = (1..).lazy.map do |number|
  client = CLIENTS.fetch(name).call(memcached)
  KEYS.each { |key| client.set(key, "value of #{key}", 0, RAW) }
  client.set("counter", "4", 0, RAW)
  place = strike(client, number)
  [place, place && wrong(client)]
end
all = lines.take_while(&:first).to_a
unsafe = all.select(&:last)
unsafe.each { |place, returned| puts "after an exception at #{place} #{returned}" }
puts "#{unsafe.size} of #{all.size} lines"
exit(unsafe.empty? ? 0 : 1)
