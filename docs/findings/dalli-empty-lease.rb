# frozen_string_literal: true

# dalli: while one caller of fetch_with_lock computes a value, others get an empty string.
# Usage: ruby dalli-empty-lease.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 if a call returns a value that
# nobody stored.
require "dalli"
require "logger"

Dalli.logger = Logger.new(File::NULL)
settings = Dalli::VERSION.start_with?("4.") ? { protocol: :meta } : {}
first, second = Array.new(2) { Dalli::Client.new(ARGV.first, settings) }
begun, go_on = Queue.new, Queue.new

computing = Thread.new do
  first.fetch_with_lock("k1", ttl: 60) do
    begun << true
    go_on.pop
    "value of k1"
  end
end
begun.pop
found = { "fetch_with_lock" => -> { second.fetch_with_lock("k1", ttl: 60) { "value of k1" } },
          "get" => -> { second.get("k1") }, "fetch" => -> { second.fetch("k1", 60) { "value of k1" } } }
        .to_h { |name, call| [name, call.call] }
go_on << true
computing.join

found.each { |name, value| puts "while another caller computes: #{name}(k1) returned #{value.inspect}" }
puts "after that: get(k1) returned #{second.get("k1").inspect}"
exit(1) if found.values.any? { |value| ![nil, "value of k1"].include?(value) }
