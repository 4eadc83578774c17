# frozen_string_literal: true

# Shows if the open loop of an outage keeps its schedule at a high rate, and if the figures of an outage repeat.
#
#   ruby bench/outages.rb [RATE]

require_relative "support"

RATE = (ARGV[0] || 20_000).to_i
# Clients in C, which can send that much.
NATIVE = %w[memcached pylibmc].freeze
PURE = %w[dalli pymemcache python-memcached].freeze
ON_TIME_NS = 1_000_000
SECONDS = 3

# The share of the calls before the incident that began on time.
def on_time(run, line, traffic)
  dues = traffic["arrivals"].unpack1("m").unpack("Q<*").take_while { |due| due < run["begun_ns"] }
  lags = line["lags"].unpack1("m").unpack("Q<*").first(dues.size)
  lags.count { |lag| lag < ON_TIME_NS }.fdiv(lags.size)
end

Bench.in_dir do |dir|
  document, record = Bench.run(*NATIVE, "--fault", "kill=1", "--rate", RATE.to_s, "--at", "#{SECONDS}s",
                               "--for", "#{SECONDS * 2}s,1x", dir: dir, name: "rate", command: "outage")
  lines = Bench.lines(record)
  traffic = lines.find { |line| line["of"] == "traffic" }
  document["rows"].zip(lines.select { |line| line["of"] == "outage" }.sort_by { |line| line["cell"] }) do |row, line|
    run = row["runs"].first
    share = on_time(run, line, traffic)
    Bench.say("#{row["contender"]}: calls at #{RATE}/s begun within 1 ms, or said to be behind",
              format("%.2f %%%s", share * 100, run["fell_behind"] ? ", said" : ""), ">= 99 %",
              share >= 0.99 || run["fell_behind"])
  end
end

Bench.in_dir do |dir|
  document, = Bench.run(*PURE, "--fault", "kill=1", "--for", "5x", dir: dir, name: "repeats", command: "outage")
  document["rows"].each do |row|
    times = row["runs"].map { |run| run["recovery_ns"] }
    range = times.compact.minmax.map { |ns| format("%.2f", ns / 1e9) }.join(" to ")
    differs = row["footnotes"].grep(/its runs differ/)
    Bench.say("#{row["contender"]}: recovery of #{times.size} runs, s", range, "in bounds", differs.empty? && times.all?)
  end
end
