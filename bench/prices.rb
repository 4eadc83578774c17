# frozen_string_literal: true

# The price of each fix of a published advisory: what the first fixed release costs over the last affected one, by instructions
# and by time, next to each other.
#
#   ruby bench/prices.rb [AFFECTED]... [--for TIME]     # such as dalli@5.2.0; those without a price if none is named
#
# Each pair is written to docs/prices.json as soon as it is measured, in place of an earlier measurement of this pair. The page of
# advisories shows it (ruby bench/reference.rb). Instructions hardly differ between machines; times need a quiet one.

require_relative "support"
require "optparse"
Bench.with_gems(__FILE__)
require "cachemark"

FILE = File.join(Bench::ROOT, "docs", "prices.json")
SCENARIOS = { "client" => %w[client/get client/set client/get-multi], "store" => %w[store/get store/set] }.freeze
FIGURES = %w[scenario metric verdict effect interval resolution reason].freeze
TIME = { for: "180s" } # rubocop:disable Style/MutableConstant
NAMED = OptionParser.new { |parser| parser.on("--for TIME") { |time| TIME[:for] = time } }.parse!

CATALOG = Cachemark::Catalog.load

def known = File.file?(FILE) ? JSON.parse(File.read(FILE)) : []

def pair(price) = price.values_at("client", "affected", "fixed")

def releases(line) = [line.client, line.affected, line.fixed]

def lines
  shown = CATALOG.advisories.values.flat_map(&:shown).select(&:fixed).uniq { |line| releases(line) }
  return shown.select { |line| NAMED.include?("#{line.client}@#{line.affected}") } if NAMED.any?

  priced = known.map { |price| pair(price) }
  shown.reject { |line| priced.include?(releases(line)) }
end

# With the options that a release needs in order to run, and without those that only make the bug appear.
def notation(line, version)
  needs = line.options.slice("protocol", "ruby").map { |name, word| "#{name}=#{word}" }
  ["#{line.client}@#{version}", *needs].join(",")
end

def measure(line, dir)
  server = line.options["memcached"]
  scenarios = SCENARIOS.fetch(CATALOG.client(line.client).kind)
  argv = [notation(line, line.affected), notation(line, line.fixed), *scenarios.flat_map { |scenario| ["--scenario", scenario] },
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
  File.write(FILE, "#{JSON.pretty_generate([*known.reject { |other| pair(other) == pair(price) }, price])}\n")
end

Dir.mktmpdir do |dir|
  lines.each do |line|
    price = measure(line, dir)
    store(price)
    price["changes"].each { |change| puts [*releases(line), *change.values].join(" ") }
  end
end
