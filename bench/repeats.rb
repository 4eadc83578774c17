# frozen_string_literal: true

# Whether × socket is the same figure in every run: on the machine as it is, and with busy loops on its cores.
#
#   ruby bench/repeats.rb [RUNS] [PAUSE_S] [BUSY_RUNS]
#
# 12 runs with a pause of 8 minutes take two hours; then 3 runs with six busy loops. The reports are kept under tmp/repeats, so
# that an interrupted series continues. Remove the folder to start over.

require_relative "support"
require "fileutils"

$stdout.sync = true

RUNS = Integer(ARGV.fetch(0, "12"))
PAUSE_S = Float(ARGV.fetch(1, "480"))
BUSY_RUNS = Integer(ARGV.fetch(2, "3"))
ARGUMENTS = %w[dalli memcached pymemcache pylibmc --suite clients --for 90s].freeze
LOOPS = 6
FOLDER = File.join(Bench::ROOT, "tmp", "repeats")

# {row => row of the report}; the report is made unless it is kept.
def rows(name)
  path = File.join(FOLDER, "#{name}.json")
  unless File.exist?(path)
    load = Bench.load
    report, = Bench.run(*ARGUMENTS, dir: FOLDER, name: "#{name}.part")
    File.write(path, JSON.generate(report.merge("load" => load)))
  end
  report = JSON.parse(File.read(path))
  puts format("  %-8s load %s", name, report["load"])
  clients = report["rows"].select { |row| row["status"] == "ok" && !row["client"].end_with?("/socket", "/null") }
  clients.to_h { |row| [Bench.key(row), row] }
end

def quiet_runs
  (1..RUNS).map do |number|
    fresh = !File.exist?(File.join(FOLDER, "run-#{number}.json"))
    rows("run-#{number}").tap { sleep(PAUSE_S) if fresh && number < RUNS }
  end
end

def percent(share) = format("%.1f %%", share * 100)

def covers?(row, middle) = row["socket_ratio_interval"]&.then { |low, high| low <= middle && middle <= high }

FileUtils.mkdir_p(FOLDER)
quiet = quiet_runs
ratios = quiet.flat_map(&:to_a).group_by(&:first)
              .transform_values { |rows| rows.filter_map { |_, row| row["socket_ratio"] } }.reject { |_, all| all.empty? }
middles = ratios.transform_values { |all| Bench.median(all) }
spreads = ratios.transform_values { |all| (all.max / all.min) - 1 }
spreads.max_by(5, &:last).each { |key, spread| puts format("  %-50s %s", key.first(2).join(" "), percent(spread)) }
worst = spreads.values.max
Bench.say("#{RUNS} runs: worst pair of #{spreads.size} rows", percent(worst), "3 %", worst <= 0.03)

intervals = quiet.flat_map(&:to_a).select { |_, row| row["socket_ratio_interval"] }
covered = intervals.count { |key, row| covers?(row, middles.fetch(key)) }.fdiv([intervals.size, 1].max)
Bench.say("#{intervals.size} intervals: cover the median of their row", percent(covered), "94 %", covered >= 0.94)

loaded = (1..BUSY_RUNS).flat_map { |number| Bench.busy(LOOPS) { rows("busy-#{number}") }.to_a }
shown = loaded.select { |_, row| row["socket_ratio"] }
off = shown.map { |key, row| ((row["socket_ratio"] / middles.fetch(key)) - 1).abs }.max || 0.0
Bench.say("#{LOOPS} loops: #{shown.size} of #{loaded.size} rows, the others disturbed", percent(off), "3 %", off <= 0.03)
