# frozen_string_literal: true

# A made history of 100,000 runs with ten clients and two scenarios; the first client is in every run. It measures how long a
# trend takes, and how many records a second are indexed again. The trend is the worst there is: every run has a point of it.
#   ruby bench/history.rb [RUNS]
require_relative "support"
require "time"
Bench.with_gems(__FILE__)
require "cachemark"

RUNS = Integer(ARGV.fetch(0, 100_000))
CLIENTS = Array.new(9) { |number| "client-#{number}" }.freeze
HEAD = { type: "summary", schema: Cachemark::Stats::RecordSummary::SCHEMA, command: "run", version: "0.1.0", suite: "clients",
         machine: "0123456789abcdef", machine_description: "made", server: "1.6.18", placement: "one-core", governor: nil,
         conditions: "", outcome: "complete", left_out: [],
         scenarios: [["client/get", "ec1c530e"], ["client/set", "0c1c530e"]] }.freeze

def summary(number)
  random = Random.new(number)
  release = "4.3.#{number / 5_000}"
  names = ["dalli", CLIENTS[number % CLIENTS.size]]
  rows = [0, 1].product([0, 1]).map do |client, scenario|
    wall = 20_000 * (1 + (random.rand / 50))
    [client, scenario, "sync", *[1, 0.99, 1.01, 1e-4, 0.99e-4, 1.01e-4].map { |factor| (wall * factor).round(4) }]
  end
  HEAD.merge(started_at: Time.at(1_600_000_000 + (number * 900)).utc.iso8601, rows: rows,
             contenders: names.map { |name| [name, "ruby/#{name}", "#{name}@#{release}", release, "", "ruby 3.1.2"] })
end

# [seconds, seconds of its own CPU]: on a busy machine only the second shows the cost.
def seconds
  began = [Bench.now, Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)]
  yield
  [Bench.now, Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)].zip(began).map { |now, before| now - before }
end

Bench.in_dir do |dir|
  store = Cachemark::History::Store.open(dir, create: true)
  RUNS.times do |number|
    made = summary(number)
    name = format("%s-%016x.jsonl", made[:started_at].delete(":-"), number)
    run = { type: "run", schema: Cachemark::Record::SCHEMA }
    File.write(File.join(dir, "records", name), [run, made].map { |line| "#{JSON.generate(line)}\n" }.join)
  end
  wall, cpu = seconds { store.rebuild }.map { |taken| RUNS / taken }
  Bench.say("records indexed again a second, of #{RUNS}", wall.round, "> 2000", wall > 2_000)
  Bench.say("  a second of its own CPU", cpu.round, "> 2000", cpu > 2_000)
  slowest = Array.new(5) { seconds { store.trend(client: "ruby/dalli", scenario: "client/get") } }.transpose.map(&:max)
  ["slowest of 5 trends", "  by its own CPU"].zip(slowest) do |what, taken|
    Bench.say(what, format("%.0f ms", taken * 1000), "< 200 ms", taken < 0.2)
  end
end
