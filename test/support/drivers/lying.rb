# frozen_string_literal: true

# A driver of level 2 without a client: a Hash is its server. It writes each request to the file that it is given, and replies
# with one of these lies, or with none: lying.rb LIE FILE [KEY]. With a key, it lies only about calls of this key. In a single
# call of an actor, it also "hangs" or "dies". If it "lacks" level 2, it is of level 1. A "full" one, and one of "strings", is
# of level 3.
require "base64"
require "json"
require "zlib"

LIE, FILE, ONLY = ARGV
STORE = {} # rubocop:disable Style/MutableConstant
NONE = Object.new
LIES = {
  "another_value" => ->(_, reply) { reply.is_a?(Hash) && reply["bytes"] ? text("something else") : reply },
  "another_key" => lambda do |call, reply|
    call["op"] == "get" && reply ? STORE.reject { |key, _| key == call["key"] }.values.first : reply
  end,
  "a_hit_for_a_miss" => ->(call, reply) { call["op"] == "get" && reply.nil? ? text("a value") : reply },
  "a_miss_for_a_hit" => ->(call, reply) { call["op"] == "get" ? nil : reply },
  "bytes_for_text" => ->(_, reply) { reply.is_a?(Hash) && reply["bytes"] ? { **reply, "encoding" => "ASCII-8BIT" } : reply },
  "not_stored" => ->(call, reply) { call["op"] == "set" ? false : reply },
  "a_key_less" => ->(_, reply) { reply.is_a?(Hash) && reply["pairs"] ? { "pairs" => reply["pairs"].drop(1) } : reply },
  "a_key_more" => lambda do |_, reply|
    reply.is_a?(Hash) && reply["pairs"] ? { "pairs" => [*reply["pairs"], [text("x"), nil]] } : reply
  end,
  "a_number_for_a_key" => lambda do |_, reply|
    reply.is_a?(Hash) && reply["pairs"] ? { "pairs" => [[1, true], *reply["pairs"]] } : reply
  end,
  "another_number" => ->(_, reply) { reply.is_a?(Integer) ? reply + 1 : reply },
  "another_crc" => ->(_, reply) { reply.is_a?(Hash) && reply["size"] ? { **reply, "crc32" => 1 } : reply },
  "another_encoding_of_a_long_text" =>
    ->(_, reply) { reply.is_a?(Hash) && reply["size"] ? { **reply, "encoding" => "ASCII-8BIT" } : reply },
  "an_exception" => ->(call, reply) { call["op"] == "get" ? { "raised" => { "class" => "E", "message" => "no" } } : reply },
  "an_object" => ->(call, reply) { call["op"] == "get" && reply ? { "class" => "Value", "text" => "#<Value>" } : reply },
  "no_reply" => ->(call, reply) { call["op"] == "set" ? NONE : reply },
  "no_iteration" => ->(_, reply) { reply }
}.freeze

# A language of strings may have ASCII in any encoding.
TEXT = LIE == "strings" ? "ASCII-8BIT" : "UTF-8"

def text(string) = { "bytes" => Base64.strict_encode64(string), "encoding" => "UTF-8" }

# A value of the file, as a report of it.
def reported(bytes, kind)
  return JSON.parse(bytes, quirks_mode: true).then { |value| native(value) } if kind == "json"
  long = { "size" => bytes.bytesize, "crc32" => Zlib.crc32(bytes) } if bytes.bytesize > 131_072
  { **(long || { "bytes" => Base64.strict_encode64(bytes) }), "encoding" => kind == "text" ? TEXT : "ASCII-8BIT" }
end

def native(value)
  case value
  when String then text(value)
  when Array then { "list" => value.map { |one| native(one) } }
  when Hash then { "pairs" => value.map { |key, one| [text(key), native(one)] } }
  else value
  end
end

def values(message)
  file = File.binread(message["values"]["file"])
  message["values"]["index"].map { |at, size, kind| reported(file.byteslice(at, size), kind) }
end

LEVELS = { "lacks" => 1, "full" => 3, "strings" => 3 }.freeze
# One wait of 1 ns.
POOL = { "size" => 1, "pools" => 1, "waits" => [1], "waited" => 0, "timeouts" => nil }.freeze

def number(key) = Base64.decode64(STORE[key]["bytes"]).to_i

def reply(cell, call)
  key = call["key"]
  case call["op"]
  when "set" then STORE[key] = cell.fetch(call["value"]) and true
  when "get" then STORE[key]
  when "get_multi" then { "pairs" => call["keys"].select { |one| STORE.key?(one) }.map { |one| [text(one), STORE[one]] } }
  when "delete" then !STORE.delete(key).nil?
  when "incr" then (number(key) + (call["by"] || 1)).tap { |found| STORE[key] = text(found.to_s) }
  end
end

def iteration(cell, calls)
  (calls.is_a?(Hash) ? calls["calls"] : calls).each_with_object([]) do |call, replies|
    found = reply(cell, call)
    found = LIES[LIE].call(call, found) if LIES.key?(LIE) && [nil, call["key"]].include?(ONLY)
    replies << found unless found.equal?(NONE)
    break replies if found.is_a?(Hash) && found["raised"]
  end
end

# The replies of one worker.
def worker(message, cell, calls, iterations)
  all = Array.new(iterations) { iteration(cell, calls) }
  all.clear if LIE == "no_iteration" && message["plan"] == "own steps"
  message["keep"] == "all" ? all : [all.last || []]
end

# A call that is due begins and ends as late as it is due, so that its place can be seen.
def run(message, cell, plans)
  lists = message["calls"] || plans.map { |own| own[message["plan"]] }
  replies = lists.zip(message["iterations"]).map { |calls, count| worker(message, cell, calls, count) }
  seen = message["watch"] ? { "exceptions" => { "E" => 1 }, "locks" => 2, "pool" => POOL } : {}
  due = message["dues"] && { "lags" => message["dues"], "latencies" => message["dues"], "raised" => [] }
  { "type" => "ran", "wall_ns" => 9, "batches" => [9], "user_ns" => 5, "system_ns" => 4, "allocations" => nil, "gc_ns" => 2,
    "gc_count" => 1, "replies" => replies, **seen, **(due || {}) }
end

def answer(message, cells, plans)
  case message["type"]
  when "load" then { "type" => "loaded", "version" => nil, "file" => nil, "folders" => [], "libraries" => [] }
  when "open"
    cells[message["cell"]] = values(message)
    plans.replace(message["workers"])
    { "type" => "opened", "ns" => 1 }
  when "run"
    sleep if message["plan"] == "call" && LIE == "hangs"
    exit!(7) if message["plan"] == "call" && LIE == "dies"
    cells[message["cell"]] = values(message) if message["values"]
    run(message, cells.fetch(message["cell"]), plans)
  when "clock" then { "type" => "clock", "ns" => Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) }
  when "close" then { "type" => "closed" }
  when "enter" then { "type" => "entered", "pid" => Process.pid }
  when "act" then { "type" => "acted", "events" => [{ "step" => 0, "type" => "invoke", "at_ns" => 1 }], "end" => "done" }
  when "leave" then { "type" => "left", "end" => "gone" }
  end
end

$stdout.sync = true
hello = { "type" => "hello", "protocol" => 2, "level" => LEVELS.fetch(LIE, 2), "language" => "none", "runtime" => "none",
          "pid" => Process.pid, "interrupts" => [], "modes" => ["inflight"] }
hello["encodings"] = false if LIE == "bytes_only"
hello["encodings"] = "strings" if LIE == "strings"
hello["typed"] = true if LIE == "typed"
puts JSON.generate(hello)
cells = {}
plans = []
while (line = $stdin.gets)
  File.write(FILE, line, mode: "a")
  message = JSON.parse(line)
  puts JSON.generate({ "id" => message["id"], **answer(message, cells, plans) })
end
