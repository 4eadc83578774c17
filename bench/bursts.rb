# frozen_string_literal: true

# Whether answers are right next to bursts of a process that takes a quarter of each core, as a stranger on the host does.
#
#   ruby bench/bursts.rb [--aa CELLS] [--slow CELLS] [--runs RUNS] [--condition bursts|quiet] [--seed N]
#
# - aa (200): cells that compare the same code in seven scenarios for 90 s
# - slow (20): cells with a slowdown of 5 %, in the same way
# - runs (2): runs of seven clients for 60 s, whose intervals must cover what a quiet run of two minutes says
#
# `--condition quiet` measures without the generator, for a machine whose host takes time away by itself.

require_relative "support"
require "optparse"

$stdout.sync = true

OPTIONS = { aa: 200, slow: 20, runs: 2, condition: "bursts", seed: 1 }
OptionParser.new do |options|
  %i[aa slow runs seed].each { |name| options.on("--#{name} N", Integer) }
  options.on("--condition NAME", %w[bursts quiet])
end.parse!(into: OPTIONS)

CLIENTS = %w[dalli pymemcache pylibmc memcached memcache-client python-memcached bmemcached].freeze
SCENARIOS = %w[--scenario client/get --scenario client/set].freeze
COMPARED = %w[--suite clients --for 90s].freeze
DETECTABLE = 0.02
FOUND = 0.95
SLOWER = 0.05
# Each call with one key goes through this method of dalli.
SOURCE = "lib/dalli/client.rb"
METHOD = "    def perform(*all_args)\n"
# Turns of an empty loop that cost a get about as much as the slowdown, so that a quiet comparison shows them clearly.
TRIED = 300

# Makes each call with one key longer by an empty loop.
def slow_down(copies, turns)
  source = File.read(File.join(copies["same"], SOURCE))
  loops = "      turns = 0\n      turns += 1 while turns < #{turns}\n"
  File.write(File.join(copies["slow"], SOURCE), source.sub(METHOD) { METHOD + loops })
end

def contenders(copies, *names) = copies.values_at(*names).map { |copy| "dalli@path:#{copy}" }

def compared(one, other, dir, seed)
  Bench.run(one, other, *COMPARED, "--with", "seed=#{seed}", dir: dir, command: "compare").first
end

# The verdicts of comparisons until `cells` cells are judged, each with another seed.
def series(cells)
  verdicts = []
  (OPTIONS[:seed]..).each do |seed|
    break if verdicts.count { |verdict| verdict["metric"] == "wall" } >= cells

    document = Bench.under(OPTIONS[:condition], seed: seed) { yield seed }
    show(wall(document))
    verdicts.concat(document["verdicts"])
  end
  verdicts
end

def show(verdicts)
  words = verdicts.map do |verdict|
    [verdict["label"], verdict["verdict"], (format("%+.1f", verdict["effect"] * 100) if verdict["effect"])].compact.join(" ")
  end
  puts "  #{words.join(", ")}; load #{Bench.load}"
end

def wall(document) = document["verdicts"].select { |verdict| verdict["metric"] == "wall" }

def same(dir, copies)
  first, same = contenders(copies, "first", "same")
  verdicts = series(OPTIONS[:aa]) { |seed| compared(first, same, dir, seed) }
  cells = verdicts.select { |verdict| verdict["metric"] == "wall" }
  wrong = verdicts.count { |verdict| %w[slower faster].include?(verdict["verdict"]) }
  invalid = cells.count { |verdict| verdict["verdict"] == "invalid" }
  Bench.say("#{cells.size} A/A cells: false verdicts", wrong.to_s, "0", wrong.zero?)
  Bench.say("#{cells.size} A/A cells: invalid", invalid.to_s, "0", invalid.zero?)
  detectable = Bench.median(cells.map { |verdict| verdict["resolution"] || Float::INFINITY })
  Bench.say("#{cells.size} A/A cells: detectable in the median", percent(detectable), "2 %", detectable <= DETECTABLE)
end

def percent(share) = format("%.1f %%", share * 100)

# The turns that make a get about 5 % slower come from a quiet comparison. A call with several keys does not have them.
def slower(dir, copies)
  first, slow = contenders(copies, "first", "slow")
  slow_down(copies, TRIED)
  trial = Bench.run(first, slow, "--scenario", "client/get", "--for", "60s", dir: dir, command: "compare").first
  effect = wall(trial).first["effect"]
  turns = (TRIED * SLOWER / effect).round
  puts format("  %d turns cost %+.1f %% of a get: %d turns for 5 %%", TRIED, effect * 100, turns)
  slow_down(copies, turns)
  found = series(OPTIONS[:slow]) { |seed| compared(first, slow, dir, seed) }
  found = found.select { |verdict| verdict["metric"] == "wall" && verdict["scenario"] != "client/multiget" }
  slower = found.count { |verdict| verdict["verdict"] == "slower" }
  Bench.say("slowdown of 5 % found in #{slower} of #{found.size} cells", slower.to_s, "95 %", slower >= found.size * FOUND)
end

def rows(document)
  document["rows"].reject { |row| row["client"].end_with?("/socket") }.to_h { |row| [Bench.key(row).first(2), row] }
end

def covered(dir)
  quiet = rows(Bench.run(*CLIENTS, *SCENARIOS, "--for", "120s", dir: dir).first)
  loaded = (1..OPTIONS[:runs]).map do |seed|
    Bench.under(OPTIONS[:condition], seed: seed) { Bench.run(*CLIENTS, *SCENARIOS, "--for", "60s", dir: dir).first }
  end
  pairs = loaded.flat_map { |document| rows(document).map { |key, row| [row, quiet.fetch(key)] } }
  judge(pairs, "wall_ns", "interval", "times")
  judge(pairs, "socket_ratio", "socket_ratio_interval", "× socket")
end

def judge(pairs, name, interval, words)
  missing = pairs.count { |row, _| row[interval].nil? }
  Bench.say("#{pairs.size} rows next to #{OPTIONS[:condition]}: #{words} without an interval", missing.to_s, "0", missing.zero?)
  known = pairs.reject { |row, _| row[interval].nil? }
  missed = known.reject { |row, quiet| quiet[name].between?(*row[interval]) }
  missed.each do |row, quiet|
    puts format("  %s %s: %.4g [%.4g, %.4g], quiet %.4g", *row.values_at("contender", "scenario", name), *row[interval],
                quiet[name])
  end
  hit = known.size - missed.size
  Bench.say("#{words}: intervals that cover the quiet value", "#{hit} of #{known.size}", "95 %", hit >= known.size * FOUND)
end

Bench.described do
  Bench.in_dir do |dir|
    copies = Bench.copies(dir, "first", "same", "slow")
    covered(dir) if OPTIONS[:runs].positive?
    slower(dir, copies) if OPTIONS[:slow].positive?
    same(dir, copies) if OPTIONS[:aa].positive?
  end
end
