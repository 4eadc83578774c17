# frozen_string_literal: true

# dalli 2.0.4 to 3.2.4: an exception at each line of the library in turn, while it gets k1; after some of them the next call
# returns k1's value.
# ruby dalli-sweep.rb HOST:PORT, with the gem, and a memcached there. Ends with 1 where a wrong value was returned.
require "dalli"
require "logger"

Dalli.logger = Logger.new(File::NULL)
LIBRARY = File.dirname($LOADED_FEATURES.grep(%r{/dalli\.rb\z}).first)
# As Timeout.timeout and Thread#kill end a call: no rescue of StandardError sees it.
TooSlow = Class.new(Exception) # rubocop:disable Lint/InheritException

# The line, "file:line", at which the exception came, nil where the get was over before it ran so many.
def strike(client, number)
  place = nil
  trace = TracePoint.new(:line) do |event|
    next unless event.path.start_with?(LIBRARY) && (number -= 1).zero?

    place = "#{File.basename(event.path)}:#{event.lineno}"
    raise TooSlow
  end
  trace.enable { client.get("k1") }
  nil
rescue TooSlow
  place
end

lines = (1..).lazy.map do |number|
  client = Dalli::Client.new(ARGV.first, socket_timeout: 0.2)
  %w[k1 k2].each { |key| client.set(key, "value of #{key}") }
  place = strike(client, number)
  [place, place && client.get("k2")]
end
all = lines.take_while(&:first).to_a
wrong = all.reject { |_, value| value == "value of k2" }
wrong.each { |place, value| puts "after an exception at #{place} get(k2) returned #{value.inspect}" }
puts "#{wrong.size} of #{all.size} lines"
exit(wrong.empty? ? 0 : 1)
