# frozen_string_literal: true

# A sweep of five sizes over four clients: the time of the whole command, and whether every point has an interval.
#   ruby bench/sweep.rb [TIME]
require_relative "support"

CLIENTS = %w[dalli memcached pymemcache pylibmc].freeze
SWEEP = %w[--scenario client/get --sweep size=100,1k,10k,100k,1M].freeze

Bench.in_dir do |dir|
  Bench.run(*CLIENTS, *SWEEP, "--for", "1x", dir: dir, name: "build") # builds the clients, which is not part of the goal
  began = Bench.now
  report, = Bench.run(*CLIENTS, *SWEEP, "--for", ARGV.fetch(0, "3m"), dir: dir)
  seconds = Bench.now - began
  rows = report["rows"]
  sharp = rows.count { |row| row["interval"] }
  rows.group_by { |row| row["contender"] }.each do |contender, own|
    puts format("  %-12s %s", contender, own.map { |row| format("%.1f µs", row["wall_ns"].to_f / 1_000) }.join("  "))
  end
  Bench.say("a sweep of five sizes over four clients", format("%.0f s", seconds), "< 240 s", seconds < 240)
  Bench.say("its points with an interval", "#{sharp} of #{rows.size}", "all", sharp == rows.size)
end
