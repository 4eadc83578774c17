# frozen_string_literal: true

require "digest"
require "json"

# Recorded traffic of real clients and a real memcached, with the exchanges of the proxy and the
# counters of the server: test/fixtures/captures/*.json, made by record.rb there.
module Captures
  FOLDER = File.expand_path("../fixtures/captures", __dir__)
  COUNTED = %w[get_hits get_misses cmd_set cmd_touch cmd_flush delete_hits delete_misses incr_hits incr_misses
               decr_hits decr_misses].freeze

  Capture = Struct.new(:name, :chunks, :exchanges, :round_trips, :counters)

  module_function

  #: () -> Array[Capture]
  def all = Dir["#{FOLDER}/*.json"].sort.map { |path| read(path) }

  def named(name) = read("#{FOLDER}/#{name}.json")

  def read(path)
    data = JSON.parse(File.read(path))
    chunks = data["chunks"].map { |connection, side, text| [connection, side, text.unpack1("m")] }
    Capture.new(File.basename(path, ".json"), chunks, data["exchanges"], data["round_trips"], data["counters"])
  end

  def write(name, chunks, traffic, counters)
    lines = chunks.map { |chunk| JSON.generate([chunk.connection, chunk.side, [chunk.bytes].pack("m0")]) }
    exchanges = traffic.exchanges.map { |exchange| JSON.generate(describe(exchange)) }
    File.write("#{FOLDER}/#{name}.json", <<~JSON)
      {"chunks": [
      #{lines.join(",\n")}
      ],
      "exchanges": [
      #{exchanges.join(",\n")}
      ],
      "round_trips": #{traffic.round_trips},
      "counters": #{JSON.generate(counters)}}
    JSON
  end

  def counters(stats) = stats.slice(*COUNTED)

  # An exchange as a fixture has it; of data that is long or no text only the digest.
  def describe(exchange)
    items = exchange.items.map { |item| [item.key, item.outcome, item.flags, item.ttl, item.bytes, brief(item.data)] }
    { "name" => exchange.name, "protocol" => exchange.protocol, "quiet" => exchange.quiet, "outcome" => exchange.outcome,
      "error" => exchange.error, "bytes" => [exchange.bytes_out, exchange.bytes_in], "items" => items }
  end

  def brief(data)
    data&.match?(/\A[ -~\r\n]{0,60}\z/n) ? data : data && Digest::SHA256.hexdigest(data)[0, 16]
  end
end
