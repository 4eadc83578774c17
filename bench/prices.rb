# frozen_string_literal: true

# The price of each fix of a published advisory: what the first fixed release costs over the last affected one, by instructions
# and by time, next to each other.
#
#   ruby bench/prices.rb [AFFECTED]... [--for TIME]     # such as dalli@5.2.0; all if none is named
#
# Each pair is written to docs/prices.json as soon as it is measured, in place of an earlier measurement of this pair. The page of
# advisories shows it (ruby bench/reference.rb). Instructions hardly differ between machines; times need a quiet one.

require_relative "support"
require "optparse"
Bench.with_gems(__FILE__)
require "cachemark"

FILE = File.join(Bench::ROOT, "docs", "prices.json")
SCENARIOS = %w[client/get client/set client/get-multi].freeze
FIGURES = %w[scenario metric verdict effect interval resolution reason].freeze
TIME = { for: "180s" } # rubocop:disable Style/MutableConstant
NAMED = OptionParser.new { |parser| parser.on("--for TIME") { |time| TIME[:for] = time } }.parse!

def pairs
  shown = Cachemark::Catalog.load.advisories.values.flat_map(&:shown).select(&:fixed)
  shown.uniq { |line| [line.client, line.affected, line.fixed] }
       .select { |line| NAMED.empty? || NAMED.include?("#{line.client}@#{line.affected}") }
end

# With the options that a release needs in order to run, and without those that only make the bug appear.
def notation(line, version)
  needs = line.options.slice("protocol", "ruby").map { |name, word| "#{name}=#{word}" }
  ["#{line.client}@#{version}", *needs].join(",")
end

def measure(line, dir)
  server = line.options["memcached"]
  argv = [notation(line, line.affected), notation(line, line.fixed), *SCENARIOS.flat_map { |scenario| ["--scenario", scenario] },
          "--metric", "instructions,wall", "--for", TIME[:for],
          *(["--with", "memcached=#{server}"] if server)]
  load = Bench.load
  found, = Bench.run(*argv, dir: dir, command: "compare")
  { "client" => line.client, "affected" => line.affected, "fixed" => line.fixed, "measured" => found["started_at"][0, 10],
    "cpu" => found.dig("machine", "cpu"), "memcached" => found.dig("server", "version"), "load" => load,
    "command" => ["cachemark compare", *argv].join(" "),
    "changes" => found["verdicts"].map { |verdict| verdict.slice(*FIGURES) } }
end

def store(price)
  known = File.file?(FILE) ? JSON.parse(File.read(FILE)) : []
  same = ->(other) { other.values_at("client", "affected", "fixed") == price.values_at("client", "affected", "fixed") }
  File.write(FILE, "#{JSON.pretty_generate([*known.reject(&same), price])}\n")
end

Dir.mktmpdir do |dir|
  pairs.each do |line|
    price = measure(line, dir)
    store(price)
    price["changes"].each { |change| puts [line.client, line.affected, line.fixed, *change.values].join(" ") }
  end
end
